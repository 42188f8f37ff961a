import { Decoder, Demuxer } from "node-av";
import type { Excerpt } from "../../shared/media/cut/excerpt.ts";
import { greyPicture, readNumber } from "../../test/support/video/numbered-picture.ts";

/** The cost of cutting a moment from a video. */
export type Cut = {
  readonly wallMs: number;
  /** User and system CPU time of all threads. NaN where it is unknown. */
  readonly cpuMs: number;
  /** Bytes read from connections. Other bytes that the server sent were in buffers when the connection was closed. */
  readonly readBytes: number;
  /** The number in the picture, or in the first picture of a clip. `undefined` without a picture. */
  readonly number: number | undefined;
};

export type Cutter = (url: string, excerpt: Excerpt) => Promise<Cut>;

/** The number in the first picture of a JPEG or MP4 file that a player shows. Edit lists are respected. */
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
