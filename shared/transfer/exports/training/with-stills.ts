import type { Box } from "../../../domain/stream/box.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import type { Frame } from "../../../formats/training/frames.ts";
import type { TrainingStream } from "../../../formats/training/picture.ts";
import type { StillsOfStream } from "../stills/stills-of-export.ts";
import type { TrainingSet } from "./sets.ts";

/**
 * Limits a training set to the frames with a still. Boxes and sizes are in pixels of the stills, which may be smaller
 * than the picture in which people drew.
 */
export function withStills(set: TrainingSet, stills: ReadonlyMap<number, StillsOfStream>): TrainingSet {
  const shown = <S extends TrainingStream>(stream: S): S => ({
    ...stream,
    size: stills.get(stream.id)?.size ?? stream.size,
  });
  return {
    ...set,
    *clips(stream, labels, fps) {
      const own = stills.get(stream.id);
      if (own === undefined) return;
      const hasStill = ({ timeMs }: Frame) => own.timesMs.has(timeMs);
      for (const clip of set.clips(stream, labels, fps)) {
        for (const frames of set.isEven ? runs(clip, hasStill) : [clip.filter(hasStill)]) {
          if (frames.length > 0) yield frames.map((frame) => scaled(frame, stream.size, own.size));
        }
      }
    },
    ofStreams: mapped(
      set.ofStreams,
      (entryOf) =>
        (stream, ...others) =>
          entryOf(shown(stream), ...others),
    ),
    ofClips: mapped(
      set.ofClips,
      (entriesOf) =>
        (stream, ...others) =>
          entriesOf(shown(stream), ...others),
    ),
  };
}

/** Splits a list at the items for which a condition does not hold, and leaves these out. */
function runs<T>(all: readonly T[], holds: (one: T) => boolean): readonly (readonly T[])[] {
  const found: T[][] = [[]];
  for (const one of all) {
    if (holds(one)) found.at(-1)?.push(one);
    else found.push([]);
  }
  return found;
}

function mapped<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function scaled(frame: Frame, from: FrameSize, to: FrameSize): Frame {
  if (from.width === to.width && from.height === to.height) return frame;
  const [across, down] = [to.width / from.width, to.height / from.height];
  // Both corners belong to a box.
  const scale = ({ x1, y1, x2, y2 }: Box): Box => ({
    x1: x1 * across,
    y1: y1 * down,
    x2: (x2 + 1) * across - 1,
    y2: (y2 + 1) * down - 1,
  });
  return { ...frame, boxes: frame.boxes.map(({ label, box }) => ({ label, box: scale(box) })) };
}
