import type { FrameSize } from "../../domain/frame-size.ts";
import { formatOffset } from "../../domain/media-offset.ts";
import type { StoredStills, Warn } from "../export-format.ts";
import type { ZipEntry } from "../zip.ts";
import type { MissingStill } from "./still-objects.ts";

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
  const picturesOf = lastKept(readPictures);
  let piece = 0;
  for await (const { stream, stills } of pieces()) {
    let next = 0;
    for (const still of stills) {
      if ("reason" in still) {
        warn(codeOf(still), `stream ${stream}: ${whyMissing(still)}`);
        continue;
      }
      const { timeMs, width, height, bytes } = still;
      const [own, start] = [piece, next];
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
    piece += 1;
  }
  return { byStream, entries };
}

/** Pieces are asked for one after the other, and are large. */
function lastKept<T>(read: (piece: number) => Promise<T>): (piece: number) => Promise<T> {
  let last: { readonly piece: number; readonly found: Promise<T> } | undefined;
  return (piece) => {
    if (last?.piece !== piece) last = { piece, found: read(piece) };
    return last.found;
  };
}

function codeOf({ reason }: MissingStill): string {
  if (reason === "withheld") return "still-withheld";
  return reason === "past-the-end" ? "still-past-the-end" : "video-unreadable";
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
