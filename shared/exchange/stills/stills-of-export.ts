import type { FrameSize } from "../../domain/frame-size.ts";
import { formatOffset } from "../../domain/media-offset.ts";
import type { StoredStills, Warn } from "../export-format.ts";
import type { ZipEntry } from "../zip.ts";
import type { MissingStill, PieceOfStills } from "./still-objects.ts";

/** The stills of a stream. All have one size, in pixels. */
export type StillsOfStream = { readonly size: FrameSize; readonly timesMs: ReadonlySet<number> };

type StillsOfExport = {
  readonly byStream: ReadonlyMap<number, StillsOfStream>;
  /** A file for each. */
  readonly entries: readonly ZipEntry[];
};

/**
 * Reads what became of the stills of an export, and warns of those that are missing.
 * @param nameOf the name of a still's file
 */
export async function stillsOfExport(
  { pieces, readPictures }: StoredStills,
  warn: Warn,
  nameOf: (stream: number, timeMs: number) => string,
): Promise<StillsOfExport> {
  const byStream = new Map<number, { size: FrameSize; timesMs: Set<number> }>();
  const entries: ZipEntry[] = [];
  const all: PieceOfStills[] = [];
  const picturesOf = readAhead(all, readPictures);
  for await (const piece of pieces()) {
    const { stream, stills } = piece;
    const own = all.push(piece) - 1;
    let next = 0;
    for (const still of stills) {
      if ("reason" in still) {
        warn(codeOf(still), `stream ${stream}: ${whyMissing(still)}`);
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
      entries.push({ name: nameOf(stream, timeMs), content, isPacked: true });
    }
  }
  return { byStream, entries };
}

/** How many pieces are read at a time. Each may have pictures of some MB. */
const piecesAtOnce = 4;

/** Reads what is asked for in order, and the next ones beside it: a stream often has one still only. */
function readAhead<T, R>(all: readonly T[], read: (one: T) => Promise<R>): (index: number) => Promise<R> {
  const begun = new Map<number, Promise<R>>();
  return async (index) => {
    for (const done of begun.keys()) if (done < index) begun.delete(done);
    for (const [i, one] of all.slice(index, index + piecesAtOnce).entries()) {
      if (begun.has(index + i)) continue;
      const reading = read(one);
      // Whoever asks for it gets the error.
      reading.catch(() => {});
      begun.set(index + i, reading);
    }
    const wanted = begun.get(index);
    if (wanted === undefined) throw new Error(`There is no piece ${index}`);
    return wanted;
  };
}

function codeOf({ reason }: MissingStill): string {
  switch (reason) {
    case "withheld":
      return "still-withheld";
    case "past-the-end":
      return "still-past-the-end";
    case "refused":
    case "unreachable":
    case "bad-answer":
      return "video-unreachable";
    case "over-limit":
    case "out-of-time":
      return "still-too-slow";
    case "too-much-memory":
    case "unreadable":
    case "no-clip":
      return "video-unreadable";
  }
}

function whyMissing({ timeMs, reason, durationMs }: MissingStill): string {
  switch (reason) {
    case "withheld":
      return "it is of a place where a sensitive species was seen";
    case "past-the-end":
      return `it ends after ${formatOffset(durationMs ?? 0)}, before ${formatOffset(timeMs)}`;
    case "refused":
      return "the service may not read its address";
    case "too-much-memory":
      return "its pictures need too much memory";
    case "over-limit":
      return "too much of it would have to be read";
    case "unreachable":
    case "bad-answer":
      return "its server could not be reached, or has no such file";
    case "out-of-time":
      return "its stills took too long";
    case "unreadable":
    case "no-clip":
      return "it cannot be read";
  }
}
