import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { formatOffset } from "../../../domain/time/media-offset.ts";
import { groupsOf } from "../../../work/groups-of.ts";
import type { Warn } from "../../../work/warnings.ts";
import type { ZipEntry } from "../../../work/zip.ts";
import type { StoredStills } from "../format.ts";
import type { MissingStill, PieceOfStills } from "./still-objects.ts";

/** The stills of a stream. All have one size, in pixels. */
export type StillsOfStream = { readonly size: FrameSize; readonly timesMs: ReadonlySet<number> };

type StillsOfExport = {
  readonly byStream: ReadonlyMap<number, StillsOfStream>;
  /** A file for each still, in zips of at most 10 GB. There is at least one zip. */
  readonly volumes: readonly (readonly ZipEntry[])[];
};

/**
 * Maximum size of the pictures in one zip, in bytes. A finished zip is not made again when the worker of the next zip
 * is killed.
 */
const volumeBytes = 10e9;

/**
 * Reads the results of an export's stills, and warns of missing ones.
 * @param nameOf returns the name of a still's file
 */
export async function stillsOfExport(
  { pieces, readPictures }: StoredStills,
  warn: Warn,
  nameOf: (stream: number, timeMs: number) => string,
  mostBytes = volumeBytes,
): Promise<StillsOfExport> {
  const byStream = new Map<number, { size: FrameSize; timesMs: Set<number> }>();
  const entries: (ZipEntry & { readonly bytes: number })[] = [];
  const all: PieceOfStills[] = [];
  const picturesOf = readAhead(all, readPictures);
  for await (const piece of pieces()) {
    const { stream, stills } = piece;
    const own = all.push(piece) - 1;
    let next = 0;
    for (const still of stills) {
      if ("reason" in still) {
        const [code, why] = missing[still.reason];
        warn(code, `stream ${stream}: ${typeof why === "string" ? why : why(still)}`);
        continue;
      }
      const { timeMs, width, height, bytes } = still;
      const start = next;
      next += bytes;
      const known = byStream.get(stream) ?? { size: { width, height }, timesMs: new Set() };
      byStream.set(stream, known);
      if (known.size.width !== width || known.size.height !== height) {
        warn("video-unreadable", `stream ${stream}: its pictures have several sizes`);
        continue;
      }
      known.timesMs.add(timeMs);
      const content = async function* () {
        yield (await picturesOf(own)).subarray(start, start + bytes);
      };
      entries.push({ name: nameOf(stream, timeMs), content, isPacked: true, bytes });
    }
  }
  const volumes = groupsOf(entries, ({ bytes }) => bytes, mostBytes);
  return { byStream, volumes: volumes.length === 0 ? [[]] : volumes };
}

/** Number of pieces that are read at a time. Each may have pictures of some MB. */
const piecesAtOnce = 4;

/**
 * Reads requested pieces, and the following ones at the same time, since a stream often has only one still. Pieces must
 * be requested in order.
 */
function readAhead<T, R>(all: readonly T[], read: (one: T) => Promise<R>): (index: number) => Promise<R> {
  const begun = new Map<number, Promise<R>>();
  return async (index) => {
    for (const done of begun.keys()) if (done < index) begun.delete(done);
    for (const [i, one] of all.slice(index, index + piecesAtOnce).entries()) {
      if (begun.has(index + i)) continue;
      const reading = read(one);
      // The request for this piece gets the error.
      reading.catch(() => {});
      begun.set(index + i, reading);
    }
    const wanted = begun.get(index);
    if (wanted === undefined) throw new Error(`There is no piece ${index}`);
    return wanted;
  };
}

/** The warnings about missing stills: the code, and the reason, which follows the number of the stream. */
const missing: Readonly<
  Record<MissingStill["reason"], readonly [code: string, why: string | ((still: MissingStill) => string)]>
> = {
  withheld: ["still-withheld", "it shows a place where a sensitive species was seen"],
  "past-the-end": [
    "still-past-the-end",
    ({ timeMs, durationMs = 0 }) =>
      `it ends after ${formatOffset(durationMs)}, before ${formatOffset(timeMs)}`,
  ],
  refused: ["video-unreachable", "the service may not read its address"],
  unreachable: ["video-unreachable", "its server could not be reached, or has no such file"],
  "bad-answer": ["video-unreachable", "its server could not be reached, or has no such file"],
  "over-limit": ["still-too-slow", "too much of it would have to be read"],
  "out-of-time": ["still-too-slow", "its stills took too long"],
  "too-much-memory": ["video-unreadable", "its pictures need too much memory"],
  unreadable: ["video-unreadable", "it cannot be read"],
  "no-decoder": ["video-unreadable", "it is in DivX 3, which cannot be decoded"],
  "no-clip": ["video-unreadable", "it cannot be read"],
  "clip-codec": ["video-unreadable", "it cannot be read"],
};
