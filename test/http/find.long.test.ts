import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin } from "../support/api/api.ts";
import { checkFind } from "../support/find/check-find.ts";
import { below, oneOf, seededRandom } from "../support/seeded-random.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

/**
 * Locations and time zones, with offsets of half hours, daylight saving in both hemispheres, and both sides of the date
 * line.
 */
const cameras = [
  ["51.18,5.65", "Europe/Brussels"],
  ["27.9881,86.925", "Asia/Kathmandu"],
  ["1.87,-157.4", "Pacific/Kiritimati"],
  ["-14.29,-170.7", "Pacific/Pago_Pago"],
  ["-16.5,179.99", "Pacific/Fiji"],
  ["-16.5,-179.99", "Pacific/Fiji"],
  ["47.56,-52.71", "America/St_Johns"],
  ["-31.55,159.08", "Australia/Lord_Howe"],
  ["89.9,10", undefined],
  ["90,-170", "+01:00"],
  ["51.181,5.655", "-03:30"],
  ["-24.99,31.59", "Africa/Johannesburg"],
] as const;

const animals = [
  ["Red fox", "Vulpes vulpes", ["Animalia", "Carnivora", "Canidae"]],
  ["Eurasian otter", "Lutra lutra", ["Animalia", "Carnivora", "Mustelidae"]],
  ["Roe deer", "Capreolus capreolus", ["Animalia", "Artiodactyla", "Cervidae"]],
  ["Ringed seal", "Pusa hispida", ["Animalia", "Carnivora", "Phocidae"]],
  ["Kākā", "Nestor meridionalis", ["Animalia", "Psittaciformes"]],
] as const;

/** Streams start within six hours after these instants: near changes of daylight saving, and on ordinary days. */
const starts = [
  "2025-03-30T00:30:00Z",
  "2025-10-26T00:30:00Z",
  "2025-04-05T14:30:00Z",
  "2025-10-04T15:00:00Z",
  "2025-11-02T04:00:00Z",
  "2025-12-31T20:00:00Z",
  "2026-02-28T23:00:00Z",
  "2026-03-01T10:00:00Z",
].map(Date.parse);

/** Number of annotations, a multiple of 500. */
const records = Number(process.env["FIND_RECORDS"] ?? 1500);

describe(`${records} annotations of cameras around the world`, () => {
  let stack: Awaited<ReturnType<typeof startOwnStack>>;
  let token: string;
  let others: readonly string[];
  const random = seededRandom(14);
  const post = async (path: string, body?: unknown, by = token) => {
    const answer = await stack.api.call("POST", path, { token: by, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };

  beforeAll(async () => {
    stack = await startOwnStack();
    token = await stack.api.tokenFor(admin);
    await stack.api.call("GET", "/users/me", { token });
    others = await Promise.all([1, 2, 3].map(async () => (await stack.api.userWith("annotator")).token));
    const species: number[] = [];
    for (const [common_name, scientific_name, lineage] of animals) {
      species.push((await post("/species", { common_name, scientific_name, lineage })).id);
    }
    species.push(
      (await post("/species", { common_name: "Leer", scientific_name: "leer", kind: "blank" })).id,
    );
    const streams: number[] = [];
    for (const [n, [location, time_zone]] of cameras.entries()) {
      const body = { name: `Camera ${n}`, location, camera_hardware: "made", time_zone: time_zone ?? null };
      const { id } = await post("/capturesources", body);
      for (let i = 0; i < 8; i++) {
        const startMs = (starts[i] ?? 0) + below(random, 6 * 3_600_000);
        const times = { startTime: iso(startMs), endTime: iso(startMs + 8 * 3_600_000) };
        streams.push(
          (await post("/videostreams", { capturesource: id, ...times, stream_url: "s3://videos/made.mp4" }))
            .id,
        );
      }
    }
    const ids: number[] = [];
    for (let at = 0; at < records; at += 500) {
      const items = Array.from({ length: 500 }, () => randomLabel(oneOf(random, streams), species));
      const results: { id: number; status: number }[] = await post("/annotations/batch", items);
      ids.push(...results.map(({ id }) => id));
    }
    for (let i = 0; i < 400; i++) {
      const vote = `/annotations/${oneOf(random, ids)}/identifications/${oneOf(random, species)}`;
      await post(vote, undefined, oneOf(random, [token, ...others]));
    }
  }, 300_000);
  afterAll(() => stack.close());

  function randomLabel(videostreamId: number, species: readonly number[]) {
    const start = below(random, 8 * 3_600_000 - 1000);
    const isMachine = random() < 0.5;
    if (!isMachine && random() < 0.5) {
      const keypoints = [{ time: offset(start), box: { x1: 1, y1: 1, x2: 9, y2: 9 } }];
      return { videostream_id: videostreamId, keypoints, identification: oneOf(random, species) };
    }
    const noted = random() < 0.5 ? { species: oneOf(random, animals)[1] } : {};
    return {
      videostreamId,
      timespan: { start: offset(start), end: offset(start + 500) },
      observer: oneOf(random, ["Ann", "Bea", "MegaDetector 6"]),
      observation: { behaviour: oneOf(random, ["feeding", "resting"]), ...noted },
      ...(isMachine ? { method: "machine", confidence: Math.round(random() * 1000) / 1000 } : {}),
    };
  }

  test("are found as by a brute-force search, for 100 random combinations of filters, orders and pages", async () => {
    await checkFind(stack.api, token, 100, 1);
  }, 120_000);
});

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function offset(ms: number): string {
  return iso(ms).slice(11, 23);
}
