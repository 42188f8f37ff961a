import type { CodecContext, Packet } from "node-av";
import type { Showing } from "../cut/encode-jpeg.ts";
import type { OpenedFile } from "../read/file-facts.ts";

/** A track of the original, with the clock of its packets. */
export type SourceTrack = {
  /**
   * Opens a decoder. Its frames have the times of their packets.
   * @throws ExtractionError `unreadable`, `too-much-memory`
   */
  readonly openDecoder: () => Promise<CodecContext>;
  /** Ticks per second of the times that `tickOf` returns. */
  readonly ticksPerSecond: number;
  /** Converts a time of a packet or frame to ticks since the start of the media. */
  readonly tickOf: (time: bigint) => number;
};

/** A packet of the picture or the sound. It is valid until the next one is requested. */
export type SourcePacket = { readonly of: "picture" | "sound"; readonly packet: Packet };

/** An open original, from which pieces of a copy are made. */
export type CopySource = AsyncDisposable & {
  readonly file: OpenedFile;
  readonly showing: Showing;
  /** True if clips are cut from the copy, since the original has none: the copy then has the full size and more bits. */
  readonly isForClips: boolean;
  readonly picture: SourceTrack;
  /** Absent if the original has no sound that can be decoded. */
  readonly sound: SourceTrack | undefined;
  /**
   * The packets from which all frames between two times can be decoded, nearly in the order of time. It may yield
   * packets of other times as well. Times are seconds since the start of the media.
   * @throws any error of the source
   */
  packets(from: number, to: number): AsyncGenerator<SourcePacket, void>;
  /** Length of the media in milliseconds. It may be more exact after packets were read. */
  lengthMs(): Promise<number>;
};

/** Time around a piece of which sound is read as well: its encoder needs some frames before and after. */
export const soundMarginSeconds = 0.1;

/** The clock of MPEG-TS. Nearly every frame rate has whole ticks of it. */
const minTicksPerSecond = 90_000;

/** Ticks of a clock that has no whole number of ticks per second, and maximum that a muxer gets. */
const microseconds = 1_000_000;

/**
 * Ticks per second for the times of a copy: a multiple of the original's clock, so that each frame has exactly its time.
 * The multiple is fine enough for an original whose start is no whole tick.
 */
export function copyClock(ticksPerSecond: number): number {
  if (!Number.isInteger(ticksPerSecond) || ticksPerSecond > 100 * microseconds) return microseconds;
  return ticksPerSecond * Math.ceil(minTicksPerSecond / ticksPerSecond);
}
