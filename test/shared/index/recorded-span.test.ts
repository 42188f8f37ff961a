import { describe, expect, test } from "vitest";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { recordedSpan, streamIdsOfSource } from "../../../shared/index/list-index.ts";
import { videoStreamItem } from "../../../shared/store/stream/item.ts";
import type { Table } from "../../../shared/table/table.ts";
import { putAll } from "../../support/dynamo/bulk.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainStream } from "../../support/plain-records.ts";
import { below, seededRandom } from "../../support/seeded-random.ts";

const dayMs = 86_400_000;
const baseMs = Date.UTC(2026, 2, 1);

const database = useTable();

async function tableOf(streams: readonly VideoStream[]): Promise<Table> {
  const table = await database.fresh();
  await putAll(table, streams.map(videoStreamItem));
  return table;
}

/** Streams of source 1, from a second to half a year long. The stream that ends last seldom starts last. */
function streamsOf(count: number, seed: number): readonly VideoStream[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i): VideoStream => {
    const startMs = baseMs + below(random, 300) * dayMs;
    const endMs = startMs + 1000 * 4 ** below(random, 13);
    return {
      ...plainStream,
      ...{ id: i + 1, source: 1, url: "https://x.example/a.mp4", version: 1 },
      startMs,
      endMs,
    };
  });
}

describe.each([3, 700])("the span of a source with %i streams", (count) => {
  test.each([1, 2, 3])("extends from the first start to the last end (seed %i)", async (seed) => {
    const streams = streamsOf(count, seed);
    const other = { ...streamsOf(1, 9)[0], id: count + 1, source: 2, startMs: 0 } as VideoStream;
    const table = await tableOf([...streams, other]);
    expect(await recordedSpan(table, 1)).toEqual({
      startMs: Math.min(...streams.map(({ startMs }) => startMs)),
      endMs: Math.max(...streams.map(({ endMs = 0 }) => endMs)),
    });
    expect(await streamIdsOfSource(table, 1)).toEqual(streams.map(({ id }) => id));
  });

  test("has no end while a stream is live", async () => {
    const [first, ...others] = streamsOf(count, 4);
    const live = {
      ...first,
      endMs: undefined,
      live: { aliveMs: undefined, endedBy: undefined },
    } as VideoStream;
    expect((await recordedSpan(await tableOf([live, ...others]), 1))?.endMs).toBeUndefined();
  });
});

test("a source without streams has no span", async () => {
  expect(await recordedSpan(await tableOf([]), 1)).toBeUndefined();
});
