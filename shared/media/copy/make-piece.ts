import type { Frame } from "node-av";
import { ExtractionError } from "../cut/extraction-error.ts";
import { type CopySource, type SourceTrack, soundMarginSeconds } from "./copy-source.ts";
import { type DecodedTrack, decodeTrack } from "./decode-track.ts";
import { pictureEncoder } from "./encode-pictures.ts";
import { soundEncoder } from "./encode-sound.ts";
import type { PieceLayout } from "./piece-layout.ts";
import { writePiece } from "./write-piece.ts";

/** A range of the original in milliseconds since the start of its media: from `fromMs` on, before `toMs`. */
type Range = { readonly fromMs: number; readonly toMs: number };

/**
 * Writes a piece of a playable copy: each frame of the original that begins in the range, with exactly its time, and the
 * sound of the range.
 * @returns undefined if no frame begins in the range
 * @throws ExtractionError `unreadable`, `too-much-memory`; any error of the source
 */
export async function makePiece(
  source: CopySource,
  { fromMs, toMs }: Range,
  outputFile: string,
): Promise<PieceLayout | undefined> {
  const [from, to, margin] = [fromMs / 1000, toMs / 1000, soundMarginSeconds];
  using pictures = pictureEncoder(source.picture.ticksPerSecond, source);
  using sounds = source.sound && soundEncoder(source.sound.ticksPerSecond, from, to);
  let lastTicks = 0;
  using picture = await decodeRange(source.picture, from, to, async (frame, tick, ticks) => {
    lastTicks = ticks;
    await pictures.add(frame, tick, ticks);
  });
  using sound =
    source.sound &&
    sounds &&
    (await decodeRange(source.sound, from - margin, to + margin, (frame, tick) => sounds.add(frame, tick)));
  for await (const { of, packet } of source.packets(from, to)) {
    const track = of === "picture" ? picture : sound;
    if (!track?.isOver()) await track?.decode(packet);
    if (picture.isOver() && (sound?.isOver() ?? true)) break;
  }
  if (!picture.isOver()) await picture.decode(null);
  if (!sound?.isOver()) await sound?.decode(null);
  const encoded = await pictures.finish();
  if (encoded === undefined) {
    // The range may have no frame. But if none of its packets can be decoded, there is no copy.
    if (picture.failed()) throw new ExtractionError("unreadable", "No frame can be decoded.");
    return undefined;
  }
  const encodedSound = await sounds?.finish();
  const withSound = encodedSound?.packets.length ? encodedSound : undefined;
  return await writePiece(outputFile, encoded, withSound, lastTicks);
}

/** `isOver`: true once a frame at or after the end of the range has come. */
type DecodedRange = DecodedTrack & { isOver(): boolean };

/** Decodes a track, and passes on the frames that begin in a range, from `from` on, before `to`. */
async function decodeRange(
  track: SourceTrack,
  from: number,
  to: number,
  use: (frame: Frame, tick: number, ticks: number) => Promise<void>,
): Promise<DecodedRange> {
  // Less than a tick, since products of seconds are not exact.
  const tickAt = (seconds: number) => Math.ceil(seconds * track.ticksPerSecond - 0.01);
  const [first, end] = [tickAt(from), tickAt(to)];
  let isOver = false;
  const decoded = await decodeTrack(track, async (frame, tick, ticks) => {
    isOver ||= tick >= end;
    if (isOver || tick < first) frame.free();
    else await use(frame, tick, ticks);
  });
  return { ...decoded, isOver: () => isOver };
}
