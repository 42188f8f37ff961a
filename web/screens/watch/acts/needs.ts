import { until } from "../../../keys/in-order.ts";
import type { Watching } from "../watching.ts";

/**
 * What a key waits for, until it is there or is known not to come:
 * - `picture`: the frame that was asked for
 * - `labels`: all labels of the stream, and from where to go to the next one
 * - `selection`: the label that is selected
 * - `moment`: the label that is meant, which is the selected one, or the one of the frame that is shown
 */
export type Need = "picture" | "labels" | "selection" | "moment";

/** @returns nothing if it is there */
export function waitFor(need: Need, watching: Watching): Promise<void> | undefined {
  const { labels, hasPicture, fault, selected, selectedId } = watching;
  const isPictureSettled = () => hasPicture.value || fault.value !== undefined;
  const areLabelsSettled = () => labels.isComplete.value || labels.failure.value !== undefined;
  switch (need) {
    case "picture":
      return until(isPictureSettled);
    case "labels":
      return until(() => areLabelsSettled() && (selected.value !== undefined || isPictureSettled()));
    case "selection":
      return until(
        () => selectedId.value === undefined || selected.value !== undefined || areLabelsSettled(),
      );
    case "moment":
      return until(
        () =>
          selected.value !== undefined ||
          (areLabelsSettled() && (labels.set.value.labels.length === 0 || isPictureSettled())),
      );
  }
}
