import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { description } from "../support/api/api-description.ts";
import { download, rowsIn } from "../support/exports/export-requests.ts";
import { profileFaults } from "../support/formats/profile.ts";
import { unzip } from "../support/unzip.ts";

const api = openApi();
let curator: string;
let other: string;
let admin: string;
let stream: number;
beforeAll(async () => {
  const tokenOf = async (role: "curator" | "admin") => (await api.userWith(role)).token;
  [curator, other, admin] = await Promise.all([tokenOf("curator"), tokenOf("curator"), tokenOf("admin")]);
  const post = async (path: string, body: unknown) => {
    const answer = await api.call("POST", path, { token: curator, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const source = { name: "Weir", location: "51.123456,4.5", camera_hardware: "" };
  const { id: capturesource } = await post("/capturesources", source);
  stream = (
    await post("/videostreams", {
      ...{ stream_url: "https://video.example/weir.mp4", capturesource },
      ...{ startTime: "2026-03-01T06:30:00Z", endTime: "2026-03-01T06:45:00Z" },
    })
  ).id;
  for (const behaviour of ["=1+1", "drinking"]) {
    await post("/annotations", {
      videostreamId: stream,
      timespan: { start: "00:00:01.250", end: "00:00:02" },
      observer: "Ranger",
      observation: { behaviour },
    });
  }
}, 60_000);

/** Writes the description of the dataset, unless another test has written it. A service has only one description. */
async function describeDataset() {
  if ((await api.call("GET", "/dataset", { token: admin })).status === 200) return;
  const [body] = description.components.schemas.NewDataset.examples;
  expect((await api.call("PUT", "/dataset", { token: admin, body })).status).toBe(200);
}

const packageAt = async (url: string) => unzip(new Uint8Array(await (await fetch(url)).arrayBuffer()));

const post = (body: unknown, token = curator, headers = {}) =>
  api.call("POST", "/exports", { token, body, headers });
const get = (id: number, token = curator) => api.call("GET", `/exports/${id}`, { token });
/**
 * Returns the export when it has ended. The local stack calls the worker at once. On other deployments, the worker runs
 * once a minute, and may process another export first.
 */
async function finished(id: number) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { body } = await get(id);
    if (!["queued", "running"].includes(body.status) || Date.now() > deadline) return body;
    await sleep(200);
  }
}

const ofStream = (more = {}) => ({ format: "csv", filters: { videostream: stream }, ...more });

describe("POST /exports", () => {
  test("returns 202 with a file that has a row for each annotation", async () => {
    const { status, headers, body } = await post(ofStream({ options: { columns: ["behaviour"] } }));
    expect(status).toBe(202);
    expect(headers.get("location")).toBe(`/api/v1/exports/${body.id}`);
    expect(body).toMatchObject({
      status: "done",
      filters: { videostream: stream },
      options: { columns: ["behaviour"], coordinates: "generalised" },
      counts: { rows: 2, gone: 0, changed: 0, withheld: 0, left_out: 0 },
      problem: null,
    });
    const rows = rowsIn(await download(body.files[0].url));
    expect(rows).toMatchObject([
      { behaviour: "'=1+1", observation: '{"behaviour":"=1+1"}', start: "00:00:01.250", observer: "Ranger" },
      { behaviour: "drinking", start_time: "2026-03-01T06:30:01.250Z", latitude: "51.123456" },
    ]);
    const again = await get(body.id);
    expect(again.body).toMatchObject({ id: body.id, status: "done" });
    expect(await download(again.body.files[0].url)).toContain("drinking");
    const listed = await api.call("GET", "/exports?limit=100", { token: curator });
    const found = listed.body.results.find(({ id }: { id: number }) => id === body.id);
    expect(await download(found.files[0].url)).toContain("drinking");
  });

  test.each([
    { "time[from]": "2026-03-01T06:30:01Z", "time[to]": "2026-03-01T06:30:02Z" },
    { "during[start]": "00:00:01", "during[end]": "00:00:02" },
  ])("accepts filters by time or by a part of a video: %j", async (filters) => {
    const { body } = await post(ofStream({ filters: { videostream: stream, ...filters } }));
    expect(body).toMatchObject({ status: "done", counts: { rows: 2 } });
  });

  test("creates one export for a request that is sent twice with the same Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": `export-${stream}` };
    const [first, second] = [
      await post(ofStream(), curator, headers),
      await post(ofStream(), curator, headers),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.id).toBe(first.body.id);
    expect([first, second].map((answer) => answer.headers.get("idempotent-replayed"))).toEqual([
      null,
      "true",
    ]);
    expect((await post({ format: "csv" }, curator, headers)).status).toBe(422);
  });

  test.each([
    ["an unknown format", { format: "camtrap" }, ["/body/format"]],
    ["an unknown filter", { format: "csv", filters: { specie: "fox" } }, ["/body/filters/specie"]],
    ["an array of filters", { format: "csv", filters: [] }, ["/body/filters"]],
    ["the parameter `order`", { format: "csv", filters: { order: "-id" } }, ["/body/filters/order"]],
    [
      "a text as the id of a species",
      { format: "csv", filters: { species: [1, "x"] } },
      ["/body/filters/species/1"],
    ],
    [
      "an object as the value of a filter",
      { format: "csv", filters: { name: { a: { b: 1 } } } },
      ["/body/filters/name"],
    ],
    [
      "filters of 9,000 characters",
      { format: "csv", filters: { name: "x".repeat(9000) } },
      ["/body/filters"],
    ],
    [
      "a column that every file has",
      { format: "csv", options: { columns: ["review"] } },
      ["/body/options/columns"],
    ],
    [
      "options of another format",
      { format: "csv", options: { level: "media", people: "names" } },
      ["/body/options/level", "/body/options/people"],
    ],
    [
      "columns for a Camtrap DP package",
      { format: "camtrap-dp", options: { columns: [] } },
      ["/body/options/columns"],
    ],
    ["a frame rate for COCO", { format: "coco", options: { fps: 2 } }, ["/body/options/fps"]],
    ["a frame rate above 30", { format: "ytvis", options: { fps: 31 } }, ["/body/options/fps"]],
    [
      "a split with invalid, missing and unknown fields",
      { format: "coco", options: { split: { train: 80, val: -1, tests: 20 } } },
      [
        "/body/options/split/val",
        "/body/options/split/test",
        "/body/options/split/seed",
        "/body/options/split/tests",
      ],
    ],
    [
      "a split whose parts are all 0",
      { format: "coco", options: { split: { train: 0, val: 0, test: 0, seed: 1 } } },
      ["/body/options/split"],
    ],
    ["a split that is a text", { format: "coco", options: { split: "80/20" } }, ["/body/options/split"]],
    [
      "both levels for a Darwin Core archive",
      { format: "dwca", options: { level: "both" } },
      ["/body/options/level"],
    ],
    [
      "an event gap of 0 s",
      { format: "camtrap-dp", options: { event_gap_seconds: 0 } },
      ["/body/options/event_gap_seconds"],
    ],
    ["the same column twice", { format: "csv", options: { columns: ["a", "a"] } }, ["/body/options/columns"]],
  ])("refuses %s and points at the field", async (_, body, pointers) => {
    const answer = await post(body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  test("refuses filters that the list of annotations refuses, and points at the field of the body", async () => {
    const answer = await post({
      format: "csv",
      filters: { "day[from]": "2026-03-02", "day[to]": "2026-03-01" },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toMatch(/^\/body\/filters\/day\[/);
  });

  test("says which format an option belongs to", async () => {
    const { body } = await post({ format: "camtrap-dp", options: { columns: ["sex"] } });
    expect(body.errors[0].detail).toBe("`options.columns` is an option of `csv`, not of `camtrap-dp`.");
  });

  test("returns a Camtrap DP package if the dataset has a description", async () => {
    await describeDataset();
    const { status, body } = await post(ofStream({ format: "camtrap-dp", options: { level: "both" } }));
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body).toMatchObject({
      status: "done",
      options: {
        ...{
          level: "both",
          event_gap_seconds: 120,
          streams: "annotated",
          machine: "reviewed",
          people: "pseudonyms",
        },
        coordinates: "generalised",
      },
      counts: { rows: 2, left_out: 0 },
    });
    const texts = await packageAt(body.files[0].url);
    const descriptor = JSON.parse(texts["datapackage.json"] ?? "");
    expect(profileFaults(descriptor)).toEqual([]);
    expect(descriptor.project.observationLevel).toEqual(["media"]);
    expect(texts["observations.csv"]).toContain(",drinking,");
    expect(texts["deployments.csv"]).toContain(",Weir,51.123456,4.5,");
  });

  test("allows exact coordinates to admins only", async () => {
    const body = ofStream({ options: { coordinates: "exact" } });
    expect((await post(body)).status).toBe(403);
    expect((await post(body, admin)).status).toBe(202);
  });
});

describe("an export", () => {
  test("is visible only to its creator and to admins", async () => {
    const { body } = await post(ofStream());
    for (const method of ["GET", "DELETE"]) {
      expect((await api.call(method, `/exports/${body.id}`, { token: other })).status).toBe(404);
    }
    expect((await get(body.id, admin)).body.created_by.id).toBe(body.created_by.id);
    // Other tests create exports too, so this test only looks for its own export.
    const ids = async (query: string) => {
      const { results } = (await api.call("GET", `/exports?limit=100${query}`, { token: admin })).body;
      return results.map(({ id }: { id: number }) => id);
    };
    expect(await ids("")).toContain(body.id);
    expect(await ids("&mine=true")).not.toContain(body.id);
    const listed = await api.call("GET", "/exports?limit=100", { token: other });
    expect(listed.body.results.map(({ id }: { id: number }) => id)).not.toContain(body.id);
  });

  test("loses its files but keeps its record when it is deleted", async () => {
    const { body } = await post(ofStream());
    const remove = (headers = {}) => api.call("DELETE", `/exports/${body.id}`, { token: curator, headers });
    expect((await remove({ "If-Match": '"x"' })).status).toBe(412);
    expect((await remove()).status).toBe(200);
    expect((await get(body.id)).body).toMatchObject({ status: "expired", files: [] });
    expect((await fetch(body.files[0].url)).status).toBe(404);
    expect((await remove()).status).toBe(200);
  });

  test("of many annotations is written by the worker, and can be cancelled before the worker begins", {
    timeout: 300_000,
  }, async () => {
    const label = {
      videostreamId: stream,
      timespan: { start: "00:01:00", end: "00:01:01" },
      observer: "Detector",
      observation: { behaviour: "many" },
    };
    for (let batch = 0; batch < 5; batch++) {
      const body = Array.from({ length: 500 }, (_, i) => ({
        ...label,
        idempotency_key: `${stream}-${batch}-${i}`,
      }));
      for (let tries = 0; ; tries++) {
        const { body: results } = await api.call("POST", "/annotations/batch", { token: curator, body });
        if (results.every(({ status }: { status: number }) => status < 300)) break;
        expect(tries).toBeLessThan(20);
      }
    }
    await describeDataset();
    const many = ofStream({ filters: { videostream: stream, observation: { behaviour: "many" } } });
    const { body } = await post(many);
    expect(body).toMatchObject({ status: "queued", progress: { done: 0, total: 2500 } });
    const job = await finished(body.id);
    expect(job).toMatchObject({ status: "done", counts: { rows: 2500 } });
    expect(rowsIn(await download(job.files[0].url))).toHaveLength(2500);
    const { body: packed } = await post({ ...many, format: "camtrap-dp" });
    expect(packed).toMatchObject({ status: "queued" });
    expect(await finished(packed.id)).toMatchObject({ status: "done", counts: { rows: 2500 } });
    const texts = await packageAt((await get(packed.id)).body.files[0].url);
    expect(texts["observations.csv"]?.match(/\n/g)).toHaveLength(2501);
    // The worker of the local stack begins after a second, and the workers of other deployments within a minute.
    const second = (await post(many)).body.id;
    const removed = await api.call("DELETE", `/exports/${second}`, { token: curator });
    expect(removed.status).toBe(200);
    expect((await get(second)).body).toMatchObject({ status: "cancelled", files: [] });
  });
});
