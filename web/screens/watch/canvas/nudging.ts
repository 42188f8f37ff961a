import type { Signal } from "@preact/signals";
import { dragged, type Grip, wholeBox } from "../../../labels/box-shape.ts";
import type { Drawing } from "../../../labels/drawing.ts";
import type { Box, Point, Size } from "../../../picture/view.ts";

/** Pause after which a box moved by keys or buttons is saved, in milliseconds. So a held key makes one change. */
const pauseMs = 600;

/** Moves the box of a label in steps, by keys and by buttons. */
export class Nudging {
  readonly #drawing: Signal<Drawing>;
  readonly #save: (label: number, box: Box) => void;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(drawing: Signal<Drawing>, save: (label: number, box: Box) => void) {
    this.#drawing = drawing;
    this.#save = save;
  }

  /** @param by in pixels of the picture */
  move(
    held: { readonly label: number | "draft"; readonly box: Box },
    grip: Grip,
    by: Point,
    picture: Size,
  ): void {
    const still = { x: 0, y: 0 };
    const box = dragged(held.box, grip, by, picture);
    this.#drawing.value = {
      ...this.#drawing.peek(),
      hand: { kind: "drag", label: held.label, box, grip: wholeBox, from: still, to: still },
    };
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.save(), pauseMs);
  }

  /** Saves the moved box without waiting for the pause. */
  save(): void {
    if (!this.end()) return;
    const drawing = this.#drawing.peek();
    const { hand } = drawing;
    if (hand?.kind !== "drag" || hand.label === "draft") return;
    this.#drawing.value = { ...drawing, hand: undefined };
    this.#save(hand.label, hand.box);
  }

  /** Ends the waiting for the pause. @returns `true` if a box was moved and is not saved */
  end(): boolean {
    const wasMoved = this.#pause !== undefined;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    return wasMoved;
  }
}
