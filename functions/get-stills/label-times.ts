import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { isTimeOf, type Known } from "./plan-still.ts";

/** Looks up whether a stream has a label at a time. Reads the labels of each stream once, at the first look-up. */
export function labelTimes(
  labelsOf: (stream: number) => Promise<readonly Annotation[]>,
): Known["hasLabelAt"] {
  const read = new Map<number, Promise<readonly Annotation[]>>();
  return async (stream, timeMs) => {
    const labels = read.get(stream) ?? labelsOf(stream);
    read.set(stream, labels);
    return (await labels).some((label) => isTimeOf(label, timeMs));
  };
}
