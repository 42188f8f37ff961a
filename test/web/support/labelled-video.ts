import { boxAt } from "../../../shared/domain/annotation/box-at.ts";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { openApi } from "../../support/api/api.ts";
import type { Rectangle } from "./composited.ts";
import { firstShown, type NumberedVideo, writtenMs } from "./numbered-videos.ts";

/**
 * Number of frames from one keypoint of the label to the next. Between them the box moves more than 4 pixels in each
 * frame.
 */
const every = 20;

/** Size of the numbered videos, as shown. */
export const size = { width: 320, height: 180 };

function boxOf(k: number) {
  const [x1, y1] = [10 + ((k * 97) % 240), 30 + ((k * 53) % 105)];
  return { x1, y1, x2: x1 + 59, y2: y1 + 39 };
}

function trackOf(video: NumberedVideo) {
  const [first, last] = [firstShown(video), video.timesMs.length - 1];
  const numbers = video.timesMs.flatMap((_, n) =>
    n === first || (n > first && (n % every === 0 || n === last)) ? n : [],
  );
  return numbers.map((number, k) => ({ box: boxOf(k), timeMs: writtenMs(video, number) }));
}

/** Makes a stream of a video with one label, whose box moves all the time. @returns the stream's id */
export async function addLabelledVideo(video: NumberedVideo, url: string): Promise<number> {
  const api = openApi();
  const { token } = await api.userWith("curator");
  const post = async (to: string, body: object) => (await api.call("POST", to, { token, body })).body.id;
  const capturesource = await post("/capturesources", {
    name: `Numbers ${crypto.randomUUID()}`,
    location: "1,2",
    camera_hardware: "",
  });
  const stream = await post("/videostreams", {
    stream_url: url,
    capturesource,
    startTime: "2026-03-01T06:00:00Z",
    endTime: "2026-03-01T06:01:00Z",
  });
  const identification = await colouredSpecies(post);
  const keypoints = trackOf(video).map(({ box, timeMs }) => ({ box, time: formatOffset(timeMs) }));
  await post("/annotations", { videostream_id: stream, identification, keypoints });
  return stream;
}

/** Returns a species that is not drawn in grey, as every eighth one is. */
async function colouredSpecies(post: (to: string, body: object) => Promise<number>): Promise<number> {
  for (;;) {
    const id = await post("/species", { common_name: "N", scientific_name: crypto.randomUUID() });
    if (id % 8 !== 0) return id;
  }
}

type Corner = { readonly x: number; readonly y: number };

/** Returns the lower right corner of the box on a frame, where it is drawn in a part of the screen. */
export function cornerOn(video: NumberedVideo, number: number, part: Rectangle): Corner {
  const box = boxAt({ keypoints: trackOf(video), boundingBox: undefined }, writtenMs(video, number));
  if (box === undefined) throw new Error("The label has a box all the time.");
  const scale = part.width / size.width;
  // The line is 2 pixels wide, and centred on the edge.
  return {
    x: part.x + Math.min((box.x2 + 1) * scale + 1, part.width),
    y: part.y + Math.min((box.y2 + 1) * scale + 1, part.height),
  };
}

/** Returns `true` if a corner is where it is expected. */
export function isNear(corner: Corner | undefined, expected: Corner): boolean {
  return corner !== undefined && Math.abs(corner.x - expected.x) <= 2 && Math.abs(corner.y - expected.y) <= 2;
}

/** Returns the part of a canvas or a screen that the whole picture fills. */
export function pictureIn(place: Rectangle): Rectangle & { readonly scale: number } {
  const scale = Math.min(place.width / size.width, place.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return {
    x: place.x + (place.width - width) / 2,
    y: place.y + (place.height - height) / 2,
    width,
    height,
    scale,
  };
}
