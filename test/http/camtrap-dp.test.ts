import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin } from "../support/api.ts";
import { camtrapRows, hasCamtrapDp } from "../support/camtrap-dp.ts";
import { startOwnStack } from "../support/own-stack.ts";

if (!hasCamtrapDp) console.log("Skipped: the Camtrap DP example data set does not lie beside the project.");

type Stream = { id: number; source: number; startMs: number; endMs: number };

describe.skipIf(!hasCamtrapDp)("a real data set, loaded over HTTP", () => {
  let stack: Awaited<ReturnType<typeof startOwnStack>>;
  let token: string;
  const sources = new Map<string, { id: number; name: string; place: string }>();
  const streams: Stream[] = [];
  const get = async (path: string) => (await stack.api.call("GET", path, { token })).body;
  const post = async (path: string, body: unknown) =>
    (await stack.api.call("POST", path, { token, body })).body.id as number;

  beforeAll(async () => {
    stack = await startOwnStack();
    token = await stack.api.tokenFor(admin);
    await get("/users/me");
    for (const row of camtrapRows("deployments")) {
      const [name = "", place] = [row["locationName"], `${row["latitude"]},${row["longitude"]}`];
      const camera_hardware = row["cameraModel"];
      const id = await post("/capturesources", { name, location: place, camera_hardware });
      sources.set(row["deploymentID"] ?? "", { id, name, place });
    }
    // Observations of a whole event and of single pictures in it have times of their own: each is a stream.
    const events = new Map(
      camtrapRows("observations").map((row) => [
        `${row["eventID"]} ${row["eventStart"]} ${row["eventEnd"]}`,
        row,
      ]),
    );
    await Promise.all(
      [...events.values()].map(async (row) => {
        const source = sources.get(row["deploymentID"] ?? "")?.id ?? 0;
        const [startTime = "", endTime = ""] = [row["eventStart"], row["eventEnd"]];
        const stream_url = `s3://camera-traps/${row["eventID"]}.mp4`;
        const id = await post("/videostreams", { stream_url, capturesource: source, startTime, endTime });
        streams.push({ id, source, startMs: Date.parse(startTime), endMs: Date.parse(endTime) });
      }),
    );
    streams.sort((a, b) => a.startMs - b.startMs || a.id - b.id);
  }, 120_000);
  afterAll(() => stack.close());

  test("has its four deployments, each found by its name and by its place", async () => {
    expect(sources.size).toBe(4);
    expect((await get("/capturesources")).total).toBe(4);
    for (const { id, name, place } of sources.values()) {
      const sameName = [...sources.values()].filter((other) => other.name === name).map((other) => other.id);
      const samePlace = [...sources.values()]
        .filter((other) => other.place === place)
        .map((other) => other.id);
      const ids = async (query: string) =>
        (await get(`/capturesources?${query}`)).results.map((source: { id: number }) => source.id);
      expect(await ids(`name=${encodeURIComponent(name)}`)).toEqual(sameName);
      expect(await ids(`location=${place}`)).toEqual(samePlace);
      expect(await ids(`name=${encodeURIComponent(name)}&location=${place}`)).toContain(id);
    }
  });

  test("every overlap query equals the CSV filtered by brute force", async () => {
    expect(streams.length).toBeGreaterThan(300);
    const instants = streams.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    const instant = fc.tuple(
      fc.constantFrom(...instants),
      fc.constantFrom(0, 0, 1, -1, 3_600_000, -86_400_000),
    );
    const query = fc.record({
      from: fc.option(instant, { nil: undefined }),
      to: fc.option(instant, { nil: undefined }),
      source: fc.option(fc.constantFrom(...[...sources.values()].map(({ id }) => id)), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.integer({ min: 0, max: streams.length + 5 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ from, to, source, limit, offset }) => {
        const ends = [from, to].map((end) => end && end[0] + end[1]);
        const [first, last] =
          ends[0] !== undefined && ends[1] !== undefined && ends[0] > ends[1] ? [ends[1], ends[0]] : ends;
        const wanted = streams.filter(
          (stream) =>
            (source === undefined || stream.source === source) &&
            (first === undefined || stream.endMs >= first) &&
            (last === undefined || stream.startMs <= last),
        );
        const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
        if (first !== undefined) parameters.set("timespan[start]", new Date(first).toISOString());
        if (last !== undefined) parameters.set("timespan[end]", new Date(last).toISOString());
        if (source !== undefined) parameters.set("capturesource", String(source));
        const { results, total } = await get(`/videostreams?${parameters}`);
        expect(total).toBe(wanted.length);
        expect(results.map(({ id }: { id: number }) => id)).toEqual(
          wanted.slice(offset, offset + limit).map(({ id }) => id),
        );
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});
