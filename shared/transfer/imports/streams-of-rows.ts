import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { nominalSize } from "../../formats/camtrap-dp/relative-box.ts";
import { atMost } from "../../runtime/at-most.ts";
import { ChangedMeanwhile } from "../../store/create-together.ts";
import { videoStreamsById } from "../../store/stream/reader.ts";
import { videoStreamWriter } from "../../store/stream/writer.ts";
import type { ImportedAnnotation } from "./format.ts";
import { recordsOfRows } from "./known-rows.ts";
import { streamsOf, type Writing } from "./writing.ts";

/** Number of streams whose size is written at a time. */
const sizesAtOnce = 8;

type Streams = ReadonlyMap<string | number, VideoStream>;

/**
 * Reads the streams of labels: those of the package by the keys of their rows, and others by their ids. A stream of
 * unknown size gets a nominal size before its first relative box.
 * @throws ChangedMeanwhile when a stream was changed after it was read
 */
export async function streamsOfRows(rows: readonly ImportedAnnotation[], writing: Writing): Promise<Streams> {
  const wanted = [...new Set(rows.map(({ stream }) => stream))];
  const [ofRows, there] = await Promise.all([
    recordsOfRows(
      streamsOf(writing),
      wanted.filter((each) => typeof each === "string"),
    ),
    videoStreamsById(writing.table)(wanted.filter((each) => typeof each === "number")),
  ]);
  return sized(new Map<string | number, VideoStream>([...ofRows, ...there]), rows, writing);
}

async function sized(
  streams: Streams,
  rows: readonly ImportedAnnotation[],
  { table }: Writing,
): Promise<Streams> {
  const boxed = new Set(
    rows.flatMap(({ relativeBox, stream }) => (relativeBox === undefined ? [] : [stream])),
  );
  const { giveSize } = videoStreamWriter(table);
  const inTurn = atMost(sizesAtOnce);
  const known = [...streams].map(([key, stream]) =>
    inTurn(async (): Promise<[string | number, VideoStream]> => {
      if (stream.size !== undefined || !boxed.has(key)) return [key, stream];
      const outcome = await giveSize(stream, nominalSize);
      if (outcome === "changed-meanwhile") throw new ChangedMeanwhile();
      return [key, outcome === "given" ? { ...stream, size: nominalSize } : stream];
    }),
  );
  return new Map(await Promise.all(known));
}
