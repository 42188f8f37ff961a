import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin } from "../support/api/api.ts";
import { type CsvRow, camtrapFolder, camtrapRows } from "../support/camtrap-dp.ts";
import { checkFind } from "../support/find/check-find.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

type Stream = { id: number; source: number; startMs: number; endMs: number };
type Sighting = {
  id: number;
  stream: Stream;
  place: string;
  observer: string;
  pairs: Record<string, string>;
};

describe.skipIf(camtrapFolder === undefined)("a real data set, loaded over HTTP,", () => {
  let stack: Awaited<ReturnType<typeof startOwnStack>>;
  let token: string;
  const sources = new Map<string, { id: number; name: string; place: string }>();
  const streams: Stream[] = [];
  const sightings: Sighting[] = [];
  const get = async (path: string) => (await stack.api.call("GET", path, { token })).body;
  /** Creates a record. Repeats the request while the service is unavailable, as clients should. */
  const post = async (path: string, body: unknown) => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (;;) {
      const answer = await stack.api.call("POST", path, { token, body, headers });
      const items: { status: number }[] = Array.isArray(answer.body) ? answer.body : [];
      const statuses = [answer.status, ...items.map(({ status }) => status)];
      if (!statuses.includes(503)) {
        expect(statuses.filter((status) => status >= 300)).toEqual([]);
        return answer.body;
      }
      await sleep(1000);
    }
  };

  beforeAll(async () => {
    stack = await startOwnStack();
    token = await stack.api.tokenFor(admin);
    await get("/users/me");
    const observations = camtrapRows("observations");
    await loadSources();
    const byEvent = await loadStreams(observations);
    await loadSpecies(observations);
    await loadSightings(observations, byEvent);
    streams.sort((a, b) => a.startMs - b.startMs || a.id - b.id);
    sightings.sort((a, b) => a.id - b.id);
  }, 120_000);
  afterAll(() => stack.close());

  async function loadSources(): Promise<void> {
    for (const row of camtrapRows("deployments")) {
      const [name = "", place] = [row["locationName"], `${row["latitude"]},${row["longitude"]}`];
      const camera_hardware = row["cameraModel"];
      const { id } = await post("/capturesources", { name, location: place, camera_hardware });
      sources.set(row["deploymentID"] ?? "", { id, name, place });
    }
  }

  /**
   * Creates a stream for each different time span of an event: its observations are about the whole event or about
   * single pictures.
   */
  async function loadStreams(rows: readonly CsvRow[]): Promise<ReadonlyMap<string, Stream>> {
    const events = new Map(rows.map((row) => [eventOf(row), row]));
    const made = await Promise.all(
      [...events].map(async ([event, row]): Promise<[string, Stream]> => {
        const source = sources.get(row["deploymentID"] ?? "")?.id ?? 0;
        const [startTime = "", endTime = ""] = [row["eventStart"], row["eventEnd"]];
        const stream_url = `s3://camera-traps/${row["eventID"]}.mp4`;
        const { id } = await post("/videostreams", { stream_url, capturesource: source, startTime, endTime });
        return [event, { id, source, startMs: Date.parse(startTime), endMs: Date.parse(endTime) }];
      }),
    );
    streams.push(...made.map(([, stream]) => stream));
    return new Map(made);
  }

  async function loadSpecies(rows: readonly CsvRow[]): Promise<void> {
    for (const name of new Set(rows.map((row) => row["scientificName"] ?? ""))) {
      if (name !== "") await post("/species", { common_name: `the ${name}`, scientific_name: name });
    }
  }

  async function loadSightings(rows: readonly CsvRow[], byEvent: ReadonlyMap<string, Stream>): Promise<void> {
    const planned = rows.flatMap((row) => {
      const stream = byEvent.get(eventOf(row));
      const place = sources.get(row["deploymentID"] ?? "")?.place ?? "";
      const pairs = pairsOf(row);
      return stream ? [{ stream, place, observer: row["classifiedBy"] || "unknown", pairs }] : [];
    });
    for (let at = 0; at < planned.length; at += 200) {
      const part = planned.slice(at, at + 200);
      const body = part.map(({ stream, observer, pairs }) => ({
        videostreamId: stream.id,
        timespan: { start: "00:00:00", end: "00:00:00" },
        observer,
        observation: pairs,
      }));
      const results: { id: number }[] = await post("/annotations/batch", body);
      sightings.push(...part.map((each, i) => ({ ...each, id: results[i]?.id ?? 0 })));
    }
  }

  test("gives the same results as a brute-force search, for 150 random combinations of filters, orders and pages", async () => {
    await checkFind(stack.api, token, 150, 2);
  }, 120_000);

  test("has four deployments, which the filters by name and by location find", async () => {
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

  test("gives the same streams for any time span as a brute-force search of the CSV files", async () => {
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
        const expected = streams.filter(
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
        expect(total).toBe(expected.length);
        expect(results.map(({ id }: { id: number }) => id)).toEqual(
          expected.slice(offset, offset + limit).map(({ id }) => id),
        );
      }),
      { numRuns: 200 },
    );
  }, 120_000);

  test("gives the same annotations for any filters as a brute-force search of the CSV files", async () => {
    expect(sightings.length).toBe(549);
    const values = (of: (sighting: Sighting) => string | number) =>
      fc.constantFrom(...new Set(sightings.map(of)));
    const pair = fc.constantFrom(
      ...new Set(sightings.flatMap(({ pairs }) => Object.entries(pairs).map((each) => JSON.stringify(each)))),
    );
    const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
    const query = fc.record({
      name: sometimes(values(({ pairs }) => pairs["species"] ?? "Meles meles")),
      common: fc.boolean(),
      stream: fc.option(
        values(({ stream }) => stream.id),
        { nil: undefined, freq: 5 },
      ),
      source: sometimes(values(({ stream }) => stream.source)),
      place: sometimes(values(({ place }) => place)),
      observer: sometimes(values(({ observer }) => observer)),
      pairs: fc.array(fc.tuple(pair, fc.boolean()), { maxLength: 2 }),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 560 })),
    });
    await fc.assert(
      fc.asyncProperty(
        query,
        async ({ name, common, stream, source, place, observer, pairs, limit, offset }) => {
          const observed = new Map(
            pairs.map(([json, any]) => [(JSON.parse(json) as [string, string])[0], { json, any }]),
          );
          const expected = sightings.filter(
            (sighting) =>
              (name === undefined || sighting.pairs["species"] === name) &&
              (stream === undefined || sighting.stream.id === stream) &&
              (source === undefined || sighting.stream.source === source) &&
              (place === undefined || sighting.place === place) &&
              (observer === undefined || sighting.observer === observer) &&
              [...observed].every(([key, { json, any }]) =>
                any ? key in sighting.pairs : JSON.stringify([key, sighting.pairs[key]]) === json,
              ),
          );
          const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
          if (name !== undefined) parameters.set("name", common ? `THE ${name}`.toUpperCase() : String(name));
          if (stream !== undefined) parameters.set("videostream", String(stream));
          if (source !== undefined) parameters.set("capturesource", String(source));
          if (place !== undefined) parameters.set("location", String(place));
          if (observer !== undefined) parameters.set("observer", String(observer));
          for (const [key, { json, any }] of observed) {
            parameters.set(`observation[${key}]`, any ? "*" : (JSON.parse(json) as [string, string])[1]);
          }
          const { results, total } = await get(`/annotations?${parameters}`);
          expect([parameters.toString(), total]).toEqual([parameters.toString(), expected.length]);
          expect(results.map(({ id }: { id: number }) => id)).toEqual(
            expected.slice(offset, offset + limit).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 200 },
    );
  }, 120_000);
});

function eventOf(row: CsvRow): string {
  return `${row["eventID"]} ${row["eventStart"]} ${row["eventEnd"]}`;
}

/** Returns a pair for each column of an observation that has a value. */
function pairsOf(row: CsvRow): Record<string, string> {
  const columns = {
    species: "scientificName",
    behaviour: "behavior",
    lifeStage: "lifeStage",
    sex: "sex",
    count: "count",
    type: "observationType",
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) => (row[column] ? [[key, row[column]]] : [])),
  );
}
