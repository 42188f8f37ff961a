import { Decoder, Demuxer } from "node-av";
import type { Excerpt } from "../../shared/media/excerpt.ts";
import { greyPicture, readNumber } from "../../test/support/video/numbered-picture.ts";

/** What it took to cut a moment out of a video. */
export type Cut = {
  readonly wallMs: number;
  /** Of all threads, user and system; not a number where it is not known. */
  readonly cpuMs: number;
  /** What it took from its connections; the rest of what was sent lay in buffers when it closed them. */
  readonly readBytes: number;
  /** The number that the picture shows, or the first one of a clip; undefined without a picture. */
  readonly number: number | undefined;
};

export type Cutter = (url: string, excerpt: Excerpt) => Promise<Cut>;

/** The number that the first picture of a JPEG or an MP4 file shows to players: edit lists count. */
export function firstNumber(file: string): number | undefined {
  try {
    using demuxer = Demuxer.openSync(file);
    const video = demuxer.video();
    if (video === undefined) return undefined;
    using decoder = Decoder.createSync(video);
    for (const decoded of decoder.framesSync(demuxer.packetsSync(video.index))) {
      using frame = decoded;
      return frame === null ? undefined : readNumber(greyPicture(frame));
    }
    return undefined;
  } catch {
    return undefined;
  }
}
