import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { boxAt, surroundings } from "../../shared/domain/annotation/box-at.ts";
import type { WantedStill } from "../../shared/domain/media/still.ts";
import { includesRole } from "../../shared/domain/person/role.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { checkInStream, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";
import type { Still } from "../../shared/media/cut/excerpt.ts";

/** Records that the items refer to. */
export type Known = {
  readonly streams: ReadonlyMap<number, VideoStream>;
  readonly labels: ReadonlyMap<number, Annotation>;
  /** Returns whether a label of the stream starts, ends or has a keypoint at this time. */
  readonly hasLabelAt: (stream: number, timeMs: number) => Promise<boolean>;
};

export type PlannedStill = { readonly stream: VideoStream; readonly still: Still };

/**
 * Returns the still that an item requests.
 * @param position index of the item in the request
 * @throws Fault `invalid-request`, or `forbidden` when a `readonly` user requests a still at a time without a label
 */
export async function planStill(
  { videostream, time, width, crop }: WantedStill,
  position: number,
  { streams, labels, hasLabelAt }: Known,
  { role }: Pick<User, "role">,
): Promise<PlannedStill> {
  const at = `/items/${position}`;
  const stream = streams.get(videostream);
  if (stream === undefined) throw invalid(`${at}/videostream`, `There is no video stream ${videostream}.`);
  checkInStream(stream, time, `${at}/time`);
  const label = crop === undefined ? undefined : labels.get(crop);
  if (crop !== undefined && label?.videostream !== videostream) {
    throw invalid(`${at}/crop`, `There is no annotation ${crop} of video stream ${videostream}.`);
  }
  const isShown = includesRole(role, "annotator") || (label && isTimeOf(label, time));
  if (!isShown && !(await hasLabelAt(videostream, time))) {
    throw new Fault(
      "forbidden",
      `You may see stills at the start, the end and the keypoints of annotations. Video stream ${videostream} has no annotation at ${formatOffset(time)}. For other stills, you need the role annotator.`,
    );
  }
  const still = { kind: "still", atMs: time, width } as const;
  if (label === undefined) return { stream, still };
  const box = boxAt(label, time);
  if (box === undefined) throw invalid(`${at}/crop`, `Annotation ${label.id} has no box.`);
  return { stream, still: { ...still, crop: { box: surroundings(box), size: stream.size } } };
}

/** Returns whether an annotation starts, ends or has a keypoint at a time. */
export function isTimeOf({ startMs, endMs, keypoints = [] }: Annotation, timeMs: number): boolean {
  return startMs === timeMs || endMs === timeMs || keypoints.some((keypoint) => keypoint.timeMs === timeMs);
}
