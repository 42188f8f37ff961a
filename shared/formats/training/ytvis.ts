import { formatOffset } from "../../domain/time/media-offset.ts";
import { formatLocalTime } from "../../domain/time/zone-offset.ts";
import { clipsOf, type Frame, framesAt, notExhaustiveIn } from "./frames.ts";
import { areaOf, bboxOf, pictureName, type TrainingStream } from "./picture.ts";
import type { TrainingLabel } from "./training-label.ts";

// Lists of YouTube-VIS (youtube-vos.org/dataset/vis), whose tracks have boxes and no masks here.

/** Consecutive frames of a stream. */
type Clip = readonly Frame[];

export function* ytvisClips(
  { size }: TrainingStream,
  labels: readonly TrainingLabel[],
  fps: number,
): Generator<Clip> {
  for (const times of clipsOf(labels, fps)) yield [...framesAt(labels, times, size)];
}

export function ytvisVideo(stream: TrainingStream, clip: Clip, id: number, fps: number) {
  const startMs = clip[0]?.timeMs ?? 0;
  return {
    id,
    ...stream.size,
    length: clip.length,
    file_names: clip.map(({ timeMs }) => pictureName(stream.id, timeMs)),
    fps,
    offset: formatOffset(startMs),
    location: String(stream.source),
    datetime: formatLocalTime(stream.timeZone, stream.startMs + startMs),
    stream: stream.id,
    stream_url: stream.url,
    not_exhaustive_category_ids: notExhaustiveIn(clip),
  };
}

/** The labels that have a box in a frame of the clip. */
export function tracksIn(clip: Clip): readonly TrainingLabel[] {
  const labels = new Map(clip.flatMap(({ boxes }) => boxes.map(({ label }) => [label.id, label])));
  return [...labels.values()];
}

/** A track for each label that has a box in a frame of the clip. */
export function ytvisAnnotations({ size }: TrainingStream, clip: Clip, video: number, first: number) {
  const labels = tracksIn(clip);
  const tracks = new Map(labels.map(({ id }) => [id, empty(clip.length)]));
  clip.forEach(({ boxes }, i) => {
    for (const { label, box } of boxes) {
      const track = tracks.get(label.id);
      if (track) track[i] = bboxOf(box);
    }
  });
  return labels.map((label, n) => {
    const bboxes = tracks.get(label.id) ?? [];
    return {
      id: first + n,
      video_id: video,
      category_id: label.category,
      iscrowd: 0,
      ...size,
      length: clip.length,
      bboxes,
      areas: bboxes.map((bbox) => bbox && areaOf(bbox)),
      segmentations: empty(clip.length),
      track_id: label.id,
      matches_filters: label.matches,
    };
  });
}

function empty(length: number): (ReturnType<typeof bboxOf> | null)[] {
  return Array.from({ length }, () => null);
}
