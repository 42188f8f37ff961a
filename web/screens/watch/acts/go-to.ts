import { keyAnswer } from "../../../keys/hearing.ts";
import type { Player } from "../../../picture/player.ts";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";

/** The speeds at which a video can play. */
export const rates: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8];

/** -1: earlier or slower; 1: later or faster. */
type Direction = -1 | 1;

/** Shows the first or the last frame of the selected label; without a selection, of the video. */
export async function goToEnd(watching: Watching, end: "first" | "last"): Promise<void> {
  const { startMs = 0, endMs = watching.lengthMs.peek() ?? 0 } = watching.selected.peek() ?? {};
  await pauseAt(watching, end === "first" ? startMs : endMs);
}

/**
 * Selects the label that begins before or after the selected one; without a selection, before or after the current
 * frame.
 */
export async function selectNext(watching: Watching, direction: Direction): Promise<void> {
  const set = watching.labels.set.peek();
  const selected = watching.selected.peek();
  const now = watching.frame.peek()?.toMs ?? 0;
  const from = selected ? set.labels.indexOf(selected) : set.countBefore(now + 1) - (direction === 1 ? 1 : 0);
  const next = set.labels[from + direction];
  if (next === undefined) {
    const words = watchText.peek();
    keyAnswer.value = watching.labels.isComplete.peek() ? words.noLabel[direction] : words.labelsMissing;
    return;
  }
  watching.selectedId.value = next.id;
  await pauseAt(watching, next.startMs);
}

/** Shows the keypoint of the selected label before or after the current frame. */
export async function goToKeypoint(watching: Watching, direction: Direction): Promise<void> {
  const frame = watching.frame.peek();
  const label = watching.selected.peek();
  const words = watchText.peek();
  if (label === undefined || frame === undefined) {
    keyAnswer.value = words.selectFirst;
    return;
  }
  const { track } = label;
  const next =
    direction === 1 ? track.find(({ ms }) => ms > frame.toMs) : track.findLast(({ ms }) => ms < frame.fromMs);
  if (next) await pauseAt(watching, next.ms);
  else keyAnswer.value = words.noKeypoint[direction];
}

/** Sets the next lower or higher speed of `rates`. */
export function changeRate(player: Player, direction: Direction): void {
  const now = player.rate.peek();
  const next = direction === 1 ? rates.find((rate) => rate > now) : rates.findLast((rate) => rate < now);
  if (next === undefined) keyAnswer.value = watchText.peek().lastSpeed[direction];
  else player.setRate(next);
}

async function pauseAt(watching: Watching, ms: number): Promise<void> {
  watching.player.peek()?.pause();
  await watching.show(ms);
}
