import { formatOffset } from "../../domain/time/media-offset.ts";
import { formatLocalTime } from "../../domain/time/zone-offset.ts";
import { isDrawnAt } from "./box-at.ts";
import { type Frame, framesAt, momentsOf } from "./frames.ts";
import { areaOf, bboxOf, pictureName, type TrainingStream } from "./picture.ts";
import type { TrainingLabel } from "./training-label.ts";

// Lists of COCO (cocodataset.org/#format-data), with the fields that readers of COCO Camera Traps, TAO and CocoVID
// need.

export function cocoFrames(stream: TrainingStream, labels: readonly TrainingLabel[]): readonly Frame[] {
  return [...framesAt(labels, momentsOf(labels), stream.size)];
}

export function cocoVideo({ id, source, url, size }: TrainingStream, notExhaustive: readonly number[]) {
  return {
    id,
    name: `stream-${id}`,
    ...size,
    location: String(source),
    stream_url: url,
    not_exhaustive_category_ids: notExhaustive,
  };
}

/** @param first id of the first frame of the stream */
export function cocoImages(
  { id, source, startMs, size, timeZone }: TrainingStream,
  frames: readonly Frame[],
  first: number,
) {
  return frames.map(({ timeMs, notExhaustive }, i) => ({
    id: first + i,
    file_name: pictureName(id, timeMs),
    ...size,
    video_id: id,
    frame_id: i,
    offset: formatOffset(timeMs),
    location: String(source),
    datetime: formatLocalTime(timeZone, startMs + timeMs),
    seq_id: String(id),
    seq_num_frames: frames.length,
    frame_num: i,
    not_exhaustive_category_ids: notExhaustive,
  }));
}

/**
 * @param firstImage id of the first frame of the stream
 * @param firstBox id of its first box
 */
export function cocoAnnotations(
  { id: stream }: TrainingStream,
  frames: readonly Frame[],
  firstImage: number,
  firstBox: number,
) {
  const boxes = frames.flatMap(({ timeMs, boxes }, i) => boxes.map((each) => ({ ...each, timeMs, i })));
  return boxes.map(({ label, box, timeMs, i }, n) => {
    const bbox = bboxOf(box);
    return {
      id: firstBox + n,
      image_id: firstImage + i,
      category_id: label.category,
      bbox,
      area: areaOf(bbox),
      iscrowd: 0,
      segmentation: [],
      video_id: stream,
      track_id: label.id,
      instance_id: label.id,
      interpolated: !isDrawnAt(label, timeMs),
      matches_filters: label.matches,
    };
  });
}

/** Tracks of all labels that have a box in a frame. */
export function cocoTracks({ id: stream }: TrainingStream, frames: readonly Frame[]) {
  const labels = new Set(frames.flatMap(({ boxes }) => boxes.map(({ label }) => label)));
  return [...labels].map(({ id, category }) => ({ id, category_id: category, video_id: stream }));
}
