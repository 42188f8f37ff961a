import { Decoder, Demuxer } from "node-av";
import { type GreyPicture, greyPicture, readNumber } from "./numbered-picture.ts";

export type Clip = {
  readonly frames: readonly { readonly number: number; readonly atMs: number }[];
  /** Duration as players show it. */
  readonly durationMs: number;
};

/** Reads the frames of an MP4 file that a player would show. ffmpeg's demuxer applies edit lists. */
export function readClip(
  file: string,
  upright: (stored: GreyPicture) => GreyPicture = (stored) => stored,
): Clip {
  using demuxer = Demuxer.openSync(file);
  const video = demuxer.video();
  if (video === undefined) throw new Error("No video.");
  using decoder = Decoder.createSync(video);
  const frames: { number: number; atMs: number }[] = [];
  for (const decoded of decoder.framesSync(demuxer.packetsSync(video.index))) {
    if (decoded === null) break;
    using frame = decoded;
    const atMs = (Number(frame.pts) * video.timeBase.num * 1000) / video.timeBase.den;
    frames.push({ number: readNumber(upright(greyPicture(frame))), atMs });
  }
  return { frames, durationMs: demuxer.duration * 1000 };
}
