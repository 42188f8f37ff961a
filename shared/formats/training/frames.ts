import type { Box } from "../../domain/stream/box.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";
import { frameTimeMs } from "../../domain/time/frame-time.ts";
import { boxAt, spanOf } from "./box-at.ts";
import { hasBox, type TrainingLabel } from "./training-label.ts";

type LabelBox = { readonly label: TrainingLabel; readonly box: Box };

/** A moment of a stream, in milliseconds from its start, with every label that is active then. */
export type Frame = {
  readonly timeMs: number;
  readonly boxes: readonly LabelBox[];
  /** Categories that may be visible without a box, in ascending order. */
  readonly notExhaustive: readonly number[];
};

/**
 * The moments of a stream that have a frame: every keypoint of matching labels, or the start of those without
 * keypoints.
 */
export function momentsOf(labels: readonly TrainingLabel[]): readonly number[] {
  const times = labels
    .filter(({ matches, isTrue }) => matches && isTrue)
    .flatMap(({ keypoints = [], startMs }) =>
      keypoints.length > 0 ? keypoints.map(({ timeMs }) => timeMs) : [startMs],
    );
  return [...new Set(times)].toSorted((a, b) => a - b);
}

/** Labels that are less than this time apart share a clip. */
const gapMs = 5000;
/** Maximum number of frames in a clip, and so of entries in its arrays. Longer clips are divided. */
const mostInClip = 1000;

/**
 * Yields the times of the frames of each clip of a stream. Clips cover matching labels that have boxes or say that
 * nothing is visible.
 */
export function* clipsOf(labels: readonly TrainingLabel[], fps: number): Generator<readonly number[]> {
  const spans = labels
    .filter((label) => label.matches && label.isTrue && (label.category === "nothing" || hasBox(label)))
    .map(spanOf)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  let clip: { fromMs: number; untilMs: number } | undefined;
  for (const span of spans) {
    if (clip === undefined || span.fromMs - clip.untilMs >= gapMs) {
      if (clip) yield* timesIn(clip, fps);
      clip = { ...span };
    }
    clip.untilMs = Math.max(clip.untilMs, span.untilMs);
  }
  if (clip) yield* timesIn(clip, fps);
}

function* timesIn({ fromMs, untilMs }: { fromMs: number; untilMs: number }, fps: number) {
  const all = Math.floor(((untilMs - fromMs) * fps) / 1000) + 1;
  for (let first = 0; first < all; first += mostInClip) {
    const length = Math.min(mostInClip, all - first);
    yield Array.from({ length }, (_, i) => fromMs + frameTimeMs(first + i, fps));
  }
}

/** Yields the frames of a stream at these times, which must be in ascending order. */
export function* framesAt(
  labels: readonly TrainingLabel[],
  times: readonly number[],
  size: FrameSize,
): Generator<Frame> {
  const waiting = labels
    .map((label) => ({ label, ...spanOf(label) }))
    .toSorted((a, b) => b.fromMs - a.fromMs || b.label.id - a.label.id);
  let active: typeof waiting = [];
  for (const timeMs of times) {
    active = active.filter(({ untilMs }) => untilMs >= timeMs);
    for (let next = waiting.at(-1); next && next.fromMs <= timeMs; next = waiting.at(-1)) {
      waiting.pop();
      if (next.untilMs >= timeMs) active.push(next);
    }
    const boxes: LabelBox[] = [];
    const notExhaustive = new Set<number>();
    for (const { label } of active) {
      if (label.category === "nothing") continue;
      const box = label.isTrue ? boxAt(label, timeMs, size) : undefined;
      if (box) boxes.push({ label, box });
      else notExhaustive.add(label.category);
    }
    yield {
      timeMs,
      boxes: boxes.toSorted((a, b) => a.label.id - b.label.id),
      notExhaustive: [...notExhaustive].toSorted((a, b) => a - b),
    };
  }
}

/** Categories that may be visible without a box in any of the frames, in ascending order. */
export function notExhaustiveIn(frames: readonly Frame[]): readonly number[] {
  return [...new Set(frames.flatMap(({ notExhaustive }) => notExhaustive))].toSorted((a, b) => a - b);
}
