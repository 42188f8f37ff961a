import type { Timespan, VideoStream } from "../../domain/stream/video-stream.ts";
import type { FindStreams } from "../../formats/csv/read/annotations.ts";
import { comparable, endsWith } from "../../formats/csv/read/file-path.ts";
import type { FoundStreams, NamedStream } from "../../formats/csv/read/stream-named.ts";
import { atMost } from "../../runtime/at-most.ts";
import { listVideoStreams, videoStreamsById } from "../../store/stream/reader.ts";
import type { Table } from "../../table/table.ts";

/** Maximum number of streams to search for an address. They cost as many read units, and about 100 MB of memory. */
const mostStreams = 100_000;

/** Length of a window. Addresses have no index, but times do, so rows of one window share a list of its streams. */
const windowMs = 600_000;

/** Number of windows that are read at a time. */
const windowsAtOnce = 8;

/** Approximate cost of finding the streams of a window, in read units. Reading a stream by its id costs one. */
const costOfWindow = 50;

/** A stream with its address, and the name of its uploaded file. */
type Comparable = {
  readonly stream: VideoStream;
  readonly address: string;
  readonly name: string | undefined;
};

/** Streams by the last part of their address, and by the last part of their file's name. */
type ByName = ReadonlyMap<string, readonly Comparable[]>;

/**
 * Finds the streams that rows name, by number or address, and by the time of recording. Searches for addresses among
 * the streams of the row's time. Once that has cost as much as reading all streams, reads all, unless there are more
 * than `most`.
 * @param sources searches only streams of these sources
 */
export function streamFinder(
  table: Table,
  {
    most = mostStreams,
    sources,
  }: { readonly most?: number; readonly sources?: readonly number[] | undefined } = {},
): FindStreams {
  const byIds = videoStreamsById(table);
  const list = listVideoStreams(table);
  let total: Promise<number> | undefined;
  let all: Promise<ByName | "too-many"> | undefined;
  let windows = 0;

  async function countStreams(): Promise<number> {
    let count = 0;
    for (const capturesource of sources ?? [undefined]) {
      count += (await list({ timespan: {}, capturesource }, { offset: 0, limit: 0 })).total;
    }
    return count;
  }

  async function streamsIn(timespan: Timespan): Promise<ByName | "too-many"> {
    const streams: VideoStream[] = [];
    for (const capturesource of sources ?? [undefined]) {
      const { rows, total } = await list({ timespan, capturesource }, { offset: 0, limit: most });
      if (streams.length + total > most) return "too-many";
      streams.push(...rows);
    }
    return byLastPart(streams);
  }

  async function streamsAt(window: number | undefined): Promise<ByName | "too-many"> {
    total ??= countStreams();
    const count = await total;
    if (window !== undefined) {
      windows += 1;
      const isCheaper = all === undefined && windows * costOfWindow < count;
      if (isCheaper || count > most) {
        return streamsIn({ startMs: window * windowMs, endMs: (window + 1) * windowMs - 1 });
      }
    }
    if (count > most) return "too-many";
    all ??= streamsIn({});
    return all;
  }

  return async (named) => {
    const found = new Map<NamedStream, FoundStreams>();
    const numbered = named.filter(({ column }) => column === "videostream");
    const byId = await byIds([...new Set(numbered.map(({ value }) => Number(value)))]);
    for (const name of numbered) {
      const stream = byId.get(Number(name.value));
      found.set(name, stream === undefined ? [] : [stream]);
    }
    const windows = Map.groupBy(
      named.filter((name) => !found.has(name)),
      ({ atMs }) => (atMs === undefined ? undefined : Math.floor(atMs / windowMs)),
    );
    const inTurn = atMost(windowsAtOnce);
    await Promise.all(
      [...windows].map(([window, names]) =>
        inTurn(async () => {
          const streams = await streamsAt(window);
          for (const name of names) {
            found.set(name, streams === "too-many" ? streams : streamsNamed(streams, name));
          }
        }),
      ),
    );
    return named.map((name) => found.get(name) ?? []);
  };
}

function streamsNamed(streams: ByName, { column, value, atMs }: NamedStream): readonly VideoStream[] {
  const path = comparable(value);
  return (streams.get(lastPart(path)) ?? [])
    .filter(
      ({ stream: { url, startMs, endMs = Number.POSITIVE_INFINITY }, address, name }) =>
        (column === "stream_url" ? url === value : endsWith(address, path) || isNamed(name, path)) &&
        (atMs === undefined || (startMs <= atMs && atMs <= endMs)),
    )
    .map(({ stream }) => stream);
}

/** Compares a path with the name of an uploaded file, which usually lacks the folders that rows have, or has more. */
function isNamed(name: string | undefined, path: string): boolean {
  return name !== undefined && (endsWith(name, path) || endsWith(path, name));
}

function byLastPart(streams: readonly VideoStream[]): ByName {
  const byName = new Map<string, Comparable[]>();
  for (const stream of streams) {
    const { url, file } = stream;
    const address = comparable(url);
    const name = file?.name === undefined ? undefined : comparable(file.name);
    for (const part of new Set([lastPart(address), lastPart(name ?? address)])) {
      const others = byName.get(part);
      if (others === undefined) byName.set(part, [{ stream, address, name }]);
      else others.push({ stream, address, name });
    }
  }
  return byName;
}

function lastPart(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
