import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import * as z from "zod/mini";

/** A part of a piece that a playlist lists: whole fragments, from a key frame on. */
const Segment = z.readonly(z.object({ bytes: z.int(), startMs: z.int() }));

/**
 * The file of a piece: a head (`ftyp` and `moov`), then segments. Times are milliseconds since the start of the media,
 * starts rounded down, ends rounded up.
 */
export const PieceLayout = z.object({
  startMs: z.int(),
  endMs: z.int(),
  bytes: z.int(),
  /** SHA-256 of the whole file, in lower-case hexadecimal. */
  sha256: z.string(),
  headBytes: z.int(),
  segments: z.array(Segment),
});
export type PieceLayout = z.infer<typeof PieceLayout>;

/** Minimum length of a segment. A shorter one costs players more requests. */
const segmentMs = 4000;

const boxHeaderBytes = 8;

/**
 * Reads the layout of a file that `writePiece` wrote.
 * @param keysMs the start of each fragment
 */
export async function readPieceLayout(
  file: string,
  keysMs: readonly number[],
  endMs: number,
): Promise<PieceLayout> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const fragments = await fragmentStarts(handle, size);
  const [headBytes = size] = fragments;
  if (fragments.length !== keysMs.length) {
    throw new Error(`The piece has ${fragments.length} fragments of ${keysMs.length} groups.`);
  }
  const starts: { at: number; startMs: number }[] = [];
  for (const [i, at] of fragments.entries()) {
    const startMs = keysMs[i] ?? 0;
    const last = starts.at(-1);
    if (last === undefined || startMs - last.startMs >= segmentMs) starts.push({ at, startMs });
  }
  const segments = starts.map(({ at, startMs }, i) => ({ bytes: (starts[i + 1]?.at ?? size) - at, startMs }));
  const hash = createHash("sha256");
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  return { startMs: keysMs[0] ?? 0, endMs, bytes: size, sha256: hash.digest("hex"), headBytes, segments };
}

/** The positions of the boxes `moof` (ISO/IEC 14496-12, section 8.8.4). */
async function fragmentStarts(handle: FileHandle, size: number): Promise<number[]> {
  const starts: number[] = [];
  const header = Buffer.alloc(boxHeaderBytes);
  for (let at = 0; at < size; ) {
    await handle.read(header, 0, boxHeaderBytes, at);
    if (header.toString("latin1", 4) === "moof") starts.push(at);
    // The muxer writes boxes below 4 GiB.
    at += Math.max(boxHeaderBytes, header.readUInt32BE(0));
  }
  return starts;
}
