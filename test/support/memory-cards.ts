import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exifBlock } from "./video/exif.ts";
import { numberedFile } from "./video/write-picture.ts";
import { writeVideo } from "./video/write-video.ts";

/** A file of a camera, and the start of its recording in milliseconds since 1970. */
export type CardFile = { readonly path: string; readonly camera: string; readonly startMs: number };

const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Start of each frame of a clip. */
export const clipTimesMs = [0, 40, 80, 120, 160, 200];

/**
 * Writes the files of cameras' memory cards: clips and pictures, in a folder for each camera. Their times are in
 * metadata, in EXIF with and without a zone, in file names, and in the times of the files themselves. The cameras'
 * clocks are two hours ahead of UTC.
 */
export async function writeCards(
  folder: string,
  cameras: readonly string[],
  { clips, pictures }: { readonly clips: number; readonly pictures: number },
): Promise<readonly CardFile[]> {
  const files: CardFile[] = [];
  const begin = Date.parse("2026-03-01T04:30:00Z");
  for (let i = 0; i < clips + pictures; i++) {
    const camera = cameras[i % cameras.length] ?? "";
    const startMs = begin + i * 61_000;
    const isClip = i < clips;
    const folderOf = `${camera}/DCIM/${isClip ? "Videos" : `${100 + (i % 2)}MEDIA`}`;
    mkdirSync(path.join(folder, folderOf), { recursive: true });
    const name = isClip
      ? await writeClip(folder, folderOf, i, startMs)
      : await writePicture(folder, folderOf, i, startMs);
    files.push({ path: name, camera, startMs });
  }
  return files;
}

async function writeClip(folder: string, within: string, i: number, startMs: number): Promise<string> {
  const isNamed = i % 2 === 1;
  const name = `${within}/${isNamed ? localTime(startMs).replace("T", "_").replace(/[:-]/g, "") : `DSCF${1000 + i}`}.MP4`;
  await writeVideo(path.join(folder, name), {
    ...{ codec: "h264", format: "mp4", width: 64, height: 48, timesMs: clipTimesMs },
    // Without different metadata, all clips would have the same bytes.
    metadata: isNamed ? { comment: name } : { creation_time: new Date(startMs).toISOString() },
  });
  return name;
}

async function writePicture(folder: string, within: string, i: number, startMs: number): Promise<string> {
  const type = pictureTypes[i % 3] ?? "image/jpeg";
  const taken = localTime(startMs).replaceAll("-", ":").replace("T", " ");
  const [kind, extension] = [i % 4, type.slice("image/".length)];
  const exif = kind < 2 ? exifBlock({ taken, ...(kind === 1 ? { offset: "+02:00" } : {}) }) : undefined;
  const stem = kind === 2 ? `IMG_${localTime(startMs).replaceAll(":", "-")}` : `IMG_${i}`;
  const name = `${within}/${stem}.${extension}`;
  const size = { width: 64, height: 48 };
  writeFileSync(path.join(folder, name), await numberedFile(type, i, { ...size, ...(exif ? { exif } : {}) }));
  if (kind === 3) utimesSync(path.join(folder, name), startMs / 1000, startMs / 1000);
  return name;
}

/** Returns the time on a clock that is two hours ahead of UTC, such as `2026-03-01T06:30:00`. */
function localTime(ms: number): string {
  return new Date(ms + 2 * 3_600_000).toISOString().slice(0, 19);
}
