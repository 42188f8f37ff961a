import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { verifyIndex } from "../../shared/index/check/check-index.ts";
import { mediaObjects } from "../../shared/media/files/objects.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { videoStreamItem, videoStreamTerms } from "../../shared/store/stream/item.ts";
import { keys } from "../../shared/table/schema.ts";
import { type Key, openTable, type Table } from "../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../local/s3/s3-under-test.ts";
import { runJob } from "../shared/index/check/run-to-end.ts";
import { limits, runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { bucketItems, putAll, segmentItems } from "../support/dynamo/bulk.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { crashingClient } from "../support/dynamo/crashing-client.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { dynamoMeter } from "../support/dynamo/meter.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainSource } from "../support/plain-records.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import { outcomeOf } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { admin, requests } from "./stream-requests.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const count = process.env["SOAK_SECONDS"] === undefined ? 600 : 10_000;
const timing = { timeout: soak.timeout + 60 * count };

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { silenceMs, maxLengthMs } = limits;

type Times = Pick<VideoStream, "startMs" | "endMs"> & { aliveMs?: number; endedBy?: "user" };
type End = { readonly endMs: number | undefined; readonly endedBy: string | undefined };

/** A kind of live stream: its times before the clean-up, and the end that it must have afterwards. */
type Kind = {
  readonly times: (nowMs: number, spreadMs: number) => Times;
  readonly becomes: (times: Times) => End;
  /** Request that its site sends while the clean-up runs. */
  readonly sends?: "end" | "heartbeat";
};

const stays = ({ endMs, endedBy }: Times): End => ({ endMs, endedBy });

const kinds: Record<string, Kind> = {
  silent: {
    times: (nowMs, spreadMs) => ({
      startMs: nowMs - 30 * hourMs,
      endMs: undefined,
      aliveMs: nowMs - silenceMs - spreadMs,
    }),
    becomes: ({ aliveMs }) => ({ endMs: aliveMs, endedBy: "cleanup" }),
  },
  "without a heartbeat": {
    times: (nowMs, spreadMs) => ({ startMs: nowMs - maxLengthMs - spreadMs, endMs: undefined }),
    becomes: ({ startMs }) => ({ endMs: startMs + maxLengthMs, endedBy: "cleanup" }),
  },
  "with a recent heartbeat": {
    times: (nowMs) => ({
      startMs: nowMs - 40 * hourMs,
      endMs: undefined,
      aliveMs: nowMs - silenceMs + 20 * minuteMs,
    }),
    becomes: stays,
  },
  young: {
    times: (nowMs, spreadMs) => ({
      startMs: nowMs - maxLengthMs + 20 * minuteMs + spreadMs,
      endMs: undefined,
    }),
    becomes: stays,
  },
  ended: {
    times: (nowMs, spreadMs) => ({
      startMs: nowMs - 50 * hourMs,
      endMs: nowMs - 50 * hourMs + spreadMs,
      endedBy: "user",
    }),
    becomes: stays,
  },
  "ended during the clean-up": {
    times: (nowMs, spreadMs) => ({
      startMs: nowMs - 50 * hourMs,
      endMs: undefined,
      aliveMs: nowMs - 2 * silenceMs - spreadMs,
    }),
    becomes: ({ aliveMs = 0 }) => ({ endMs: aliveMs + minuteMs, endedBy: "site" }),
    sends: "end",
  },
  "with a heartbeat during the clean-up": {
    times: (nowMs, spreadMs) => ({ startMs: nowMs - maxLengthMs - hourMs - spreadMs, endMs: undefined }),
    becomes: ({ startMs }) => ({ endMs: startMs + maxLengthMs, endedBy: "cleanup" }),
    sends: "heartbeat",
  },
};

/** Streams of all kinds in turn. */
function streamsOf(nowMs: number): { kind: Kind; times: Times; stream: VideoStream }[] {
  const all = Object.values(kinds);
  return Array.from({ length: count }, (_, i) => {
    const kind = all[i % all.length] as Kind;
    const times = kind.times(nowMs, (i % 97) * 1000);
    const { startMs, endMs, aliveMs, endedBy } = times;
    const live = { aliveMs, endedBy };
    const url = `https://example.org/${i}`;
    return {
      kind,
      times,
      stream: {
        id: i + 1,
        source: 1,
        url,
        startMs,
        endMs,
        size: undefined,
        mediaType: undefined,
        live,
        version: 1,
      },
    };
  });
}

/** Creates a table with these streams, exactly as requests would have written them. */
async function tableWith(streams: readonly VideoStream[]): Promise<Table> {
  const table = await database.fresh();
  const source = {
    name: "a",
    location: "1,1",
    cameraHardware: "",
    ...plainSource,
  };
  await captureSourceWriter(table).create(source, undefined);
  const terms = new Map<string, { term: ReturnType<typeof videoStreamTerms>[number]; ids: number[] }>();
  for (const stream of streams) {
    for (const term of videoStreamTerms(stream)) {
      const name = JSON.stringify(term);
      const before = terms.get(name);
      if (before) before.ids.push(stream.id);
      else terms.set(name, { term, ids: [stream.id] });
    }
  }
  const children = Map.groupBy(streams, ({ id }) => (id - 1) % 32);
  await putAll(table, [
    ...streams.map(videoStreamItem),
    ...bucketItems(streams),
    ...[...terms.values()].flatMap(({ term, ids }) => [...segmentItems("videostream", term, ids)]),
    ...[...children].map(([shard, { length }]) => ({
      ...keys.childCount(keys.captureSource(1), shard),
      n: length,
    })),
    { ...keys.counter("V"), n: streams.length } as Key,
  ]);
  return table;
}

const objects = () => mediaObjects(s3.client, BUCKET);

test(
  "despite crashes, the clean-up ends only abandoned streams, each once and at the right time",
  timing,
  async () => {
    await forSeeds(async (seed) => {
      const nowMs = Date.now();
      const streams = streamsOf(nowMs);
      const table = await tableWith(streams.map(({ stream }) => stream));
      const random = seededRandom(seed);
      const conflicts = dynamoConflicts(5);
      const connect = () => {
        const client = database.connect();
        dynamoFaults(below(random, 2 ** 31), {
          requestLost: 0.02,
          answerLost: 0.02,
          answerLostForGood: 0.01,
          unprocessed: 0.02,
        }).addTo(client);
        conflicts.addTo(client);
        return client;
      };

      const answers = new Map<number, string>();
      const sites = Promise.all(
        Array.from({ length: 4 }, async (_, site) => {
          const own = openTable(table.name, connect());
          for (const { kind, times, stream } of streams) {
            if (kind.sends === undefined || stream.id % 4 !== site) continue;
            await sleep(below(random, 10));
            const endTime = (times.aliveMs ?? 0) + minuteMs;
            const params = { id: stream.id };
            const answer = await outcomeOf(() =>
              kind.sends === "end"
                ? requests(own).end(
                    { params, body: { endTime }, ifMatch: undefined },
                    { siteKey: 1, source: 1 },
                  )
                : requests(own).keepAlive({ params }, admin),
            );
            answers.set(stream.id, typeof answer === "string" ? answer : "accepted");
          }
        }),
      );

      let crashes = 0;
      const cleaner = async () => {
        for (let process = 1; process <= 4; process++) {
          const client = connect();
          const { addTo, crashed } = crashingClient(random, count);
          addTo(client);
          const run = runCleanUp(openTable(table.name, client), objects());
          if ((await Promise.race([run, crashed])) === "crashed") crashes += 1;
        }
      };
      await Promise.all([cleaner(), cleaner(), sites]);
      const rest = await runCleanUp(table, objects());
      expect(rest).toMatchObject({ done: true, failures: [] });
      const { counts } = await runCleanUp(table, objects());
      expect(counts).toMatchObject({ endedStreams: 0, failures: 0 });
      expect(crashes).toBeGreaterThan(0);

      const items = await readAll(table);
      expect(tableProblems(items)).toEqual([]);
      const after = new Map(recordsOf(items).streams.map((stream) => [stream.id, stream]));
      const wrong = streams.flatMap(({ kind, times, stream: { id } }) => {
        const isAlive = kind.sends === "heartbeat" && answers.get(id) === "accepted";
        const expected = isAlive ? { endMs: undefined, endedBy: undefined } : kind.becomes(times);
        const { endMs, live, version } = after.get(id) ?? {};
        const actual = { endMs, endedBy: live?.endedBy };
        // An ended stream keeps no heartbeat.
        const hasNoHeartbeat = endMs === undefined || live?.aliveMs === undefined;
        // If its site sends no request, only the clean-up writes the stream, and at most once.
        const isWrittenOnce = kind.sends !== undefined || version === (kind.becomes === stays ? 1 : 2);
        return JSON.stringify(actual) === JSON.stringify(expected) && hasNoHeartbeat && isWrittenOnce
          ? []
          : [`${id}: ${JSON.stringify({ actual, expected, hasNoHeartbeat, version })}`];
      });
      expect(wrong).toEqual([]);
      expect((await runJob(verifyIndex, table)).found).toEqual([]);
    });
  },
);

test("a clean-up reads only old live streams, and writes only the streams that it ends", timing, async () => {
  const streams = streamsOf(Date.now());
  const { name } = await tableWith(streams.map(({ stream }) => stream));
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const table = openTable(name, client);
  const first = await runCleanUp(table, objects());
  const { endedStreams, liveStreams } = first.counts;
  expect(endedStreams).toBeGreaterThan(count / 2);
  const perEnd = meter.wcu / endedStreams;
  const perStream = meter.rcu / liveStreams;
  meter.reset();
  const second = await runCleanUp(table, objects());
  const idle = meter.rcu / second.counts.liveStreams;
  console.log(
    `${count} streams: ${endedStreams} of ${liveStreams} ended for ${perEnd.toFixed(2)} WCU each, ` +
      `${perStream.toFixed(2)} RCU for each live stream; the next run read ${second.counts.liveStreams} live streams and ` +
      `${endedStreams} tasks for ${idle.toFixed(2)} RCU each`,
  );
  expect(meter.wcu).toBe(0);
  expect(perEnd).toBeLessThan(13);
  expect(perStream).toBeLessThan(2);
});
