import { until } from "../../../keys/in-order.ts";
import type { Watching } from "../watching.ts";

/**
 * Data that an action waits for. The wait also ends when it is clear that the data will not come:
 * - `picture`: the frame that was asked for
 * - `labels`: all labels of the stream, and the label or frame from which to continue
 * - `selection`: the selected label
 * - `moment`: the selected label, or the labels on the current frame
 */
export type Need = "picture" | "labels" | "selection" | "moment";

/** Waits for the data. @returns `undefined` if the data are there */
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
