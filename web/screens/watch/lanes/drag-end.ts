import { type Signal, signal } from "@preact/signals";
import { type End, endAt, withEndAt } from "../../../labels/ends.ts";
import type { Label } from "../../../labels/label.ts";
import type { Span } from "../../../labels/lanes.ts";
import { mayChange } from "../../../labels/rights.ts";
import { msOf, type TimeScale, xOf } from "../../../labels/time-scale.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Watching } from "../watching.ts";
import { followPointer } from "./follow-pointer.ts";
import { barOf, heightOf, topOf } from "./places.ts";

/** The current layout of the lanes. */
export type Lanes = { readonly part: TimeScale; readonly lanes: Uint32Array; readonly count: number };

/** The end of a label that a pointer would hold. */
type Grasp = { readonly label: Label; readonly end: End };

type Point = Pick<PointerEvent, "offsetX" | "offsetY" | "pointerType">;

/** Maximum distance of a pointer from an end, in pixels. Fingers are less exact. */
const reaches: Readonly<Record<string, number>> = { touch: 14 };
const reachOfOthers = 5;

/** Maximum movement in a click, in pixels. */
const clickPixels = 3;

/**
 * Changes the start or end of labels by dragging the ends of their bars. An end lands on the frame that is shown then.
 */
export class EndDrag {
  /** Times of the selected label, if the dragged end were released now. */
  readonly held: Signal<Span | undefined> = signal(undefined);
  readonly #watching: Watching;
  readonly #labelling: Labelling;
  readonly #lanes: () => Lanes;

  constructor(watching: Watching, labelling: Labelling, lanes: () => Lanes) {
    this.#watching = watching;
    this.#labelling = labelling;
    this.#lanes = lanes;
  }

  /**
   * Returns `true` if the ends of a label can be dragged. This needs a video, which shows the frame where an end lands.
   */
  isFor(label: Label | undefined): boolean {
    return (
      label !== undefined &&
      this.#watching.player.value !== undefined &&
      mayChange(label.row, this.#labelling.me)
    );
  }

  /**
   * Returns the end under a pointer. Ends of the selected label take precedence. Fingers only hold ends of the selected
   * label, so that they change no other label by accident.
   */
  graspAt({ offsetX, offsetY, pointerType }: Point): Grasp | undefined {
    const { part, lanes, count } = this.#lanes();
    const isTouch = pointerType === "touch";
    const reach = reaches[pointerType] ?? reachOfOthers;
    const set = this.#watching.labels.set.peek();
    const selected = this.#watching.selectedId.peek();
    const { one } = heightOf(count);
    const grasps = [...set.within(msOf(part, offsetX - reach), msOf(part, offsetX + reach))].flatMap(
      (index) => {
        const label = set.labels[index];
        const top = topOf(lanes[index] ?? 0, count);
        const [from, to] = isTouch ? [top + one / 2 - reach, top + one / 2 + reach] : [top, top + one];
        if (!label || offsetY < from || offsetY >= to || !this.isFor(label)) return [];
        if (isTouch && label.id !== selected) return [];
        const { left, right } = barOf(part, label);
        const end = endAt(offsetX, left, right, reach);
        return end ? [{ label, end, isUnder: offsetX >= left && offsetX <= right }] : [];
      },
    );
    return (
      grasps.find(({ label }) => label.id === selected) ?? grasps.find(({ isUnder }) => isUnder) ?? grasps[0]
    );
  }

  /** Drags an end while the pointer is pressed. A click only selects the label. */
  begin(event: PointerEvent, { label, end }: Grasp): void {
    const watching = this.#watching;
    const nowMs = watching.frame.peek()?.ms;
    const { part } = this.#lanes();
    // The distance between the end and the pointer stays the same.
    const away = event.offsetX - xOf(part, end === "start" ? label.startMs : label.endMs);
    const to = (x: number) => withEndAt(label, end, Math.round(msOf(this.#lanes().part, x - away)));
    void watching.select(label.id);
    followPointer(event, {
      onMove: (x) => {
        if (!this.held.peek() && Math.abs(x - event.offsetX) < clickPixels) return;
        watching.player.peek()?.pause();
        const span = to(x);
        this.held.value = span;
        void watching.show(timeOf(span, end));
      },
      onEnd: (isLetGo) => void this.#end(end, isLetGo, nowMs),
    });
  }

  async #end(end: End, isLetGo: boolean, beforeMs: number | undefined): Promise<void> {
    const watching = this.#watching;
    const span = this.held.peek();
    if (span === undefined) return;
    if (isLetGo) {
      await watching.show(timeOf(span, end));
      this.#labelling.putEnd(end);
    } else if (beforeMs !== undefined) void watching.show(beforeMs);
    this.held.value = undefined;
  }
}

function timeOf({ startMs, endMs }: Span, end: End): number {
  return end === "start" ? startMs : endMs;
}
