import type { Detected, Detection } from "./detected.ts";

/** Which frames of a video are taken: of each category the one with its best detection, or all. */
export type Frames = "best" | "all";

/** The detections of a file that are taken, each once. Results that say "nothing there" make nothing. */
export function chosen(detected: Detected, frames: Frames): readonly Detection[] {
  const something = detected.detections.filter(({ label }) => label.taxon.kind !== "blank");
  const taken = frames === "all" || detected.frameRate === undefined ? something : bestOf(something);
  return [...new Map(taken.toReversed().map((each) => [placeOf(each), each])).values()].toReversed();
}

function bestOf(detections: readonly Detection[]): readonly Detection[] {
  const best = new Map<string, Detection>();
  for (const each of detections) {
    const before = best.get(each.category);
    if (before === undefined || each.score > before.score) best.set(each.category, each);
  }
  return detections.filter(({ category, frame }) => best.get(category)?.frame === frame);
}

/** Where in its file a detection is: what is there twice is the same. */
export function placeOf({ frame, category, box }: Detection): string {
  const shares = box === undefined ? "whole" : box.map((share) => share.toFixed(4)).join(",");
  return `${frame}/${category.slice(0, 64)}/${shares}`;
}
