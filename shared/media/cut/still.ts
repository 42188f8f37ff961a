import { writeFile } from "node:fs/promises";
import type { InputVideoTrack } from "mediabunny";
import type { Orientation } from "../../file-head/exif.ts";
import { packetShownAt } from "../read/find-packet.ts";
import type { OpenVideo } from "../read/open-video.ts";
import type { PictureFile } from "../read/picture.ts";
import { decodeFrame } from "./decode-frame.ts";
import { decodePicture } from "./decode-picture.ts";
import { encodeJpeg, type Showing, type Turn } from "./encode-jpeg.ts";
import type { Still } from "./excerpt.ts";

/** Writes the frame that is shown at a time as a JPEG. @returns its size in bytes */
export async function cutStill(
  video: OpenVideo,
  still: Still,
  outputFile: string,
  maxRssBytes: number,
): Promise<number> {
  const packet = await packetShownAt(video, video.start + still.atMs / 1000);
  using frame = await decodeFrame(video, packet, maxRssBytes);
  return writeJpeg(outputFile, await encodeJpeg(frame, await showingOf(video.track), still));
}

/** Writes a picture as a JPEG, as stills are written. @returns its size in bytes */
export async function copyPicture(
  picture: PictureFile,
  still: Still,
  outputFile: string,
  maxRssBytes: number,
): Promise<number> {
  using frame = await decodePicture(picture, maxRssBytes);
  const showing = { pixelAspect: { num: 1, den: 1 }, turns: turnsOf[picture.head.orientation] };
  return writeJpeg(outputFile, await encodeJpeg(frame, showing, still));
}

async function writeJpeg(file: string, jpeg: Buffer): Promise<number> {
  await writeFile(file, jpeg);
  return jpeg.length;
}

export async function showingOf(track: InputVideoTrack): Promise<Showing> {
  const turns = {
    0: [],
    90: ["transpose=clock"],
    180: ["hflip", "vflip"],
    270: ["transpose=cclock"],
  } as const;
  const turned = turns[await track.getRotation()];
  return {
    pixelAspect: await track.getPixelAspectRatio(),
    turns: (await track.getFlip()) ? [...turned, "hflip"] : turned,
  };
}

const turnsOf: Readonly<Record<Orientation, readonly Turn[]>> = {
  1: [],
  2: ["hflip"],
  3: ["hflip", "vflip"],
  4: ["vflip"],
  5: ["transpose=cclock_flip"],
  6: ["transpose=clock"],
  7: ["transpose=clock_flip"],
  8: ["transpose=cclock"],
};
