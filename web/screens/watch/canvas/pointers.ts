import { signal } from "@preact/signals";
import type { Grip } from "../../../labels/box-shape.ts";
import type { Stage } from "../../../picture/stage.ts";
import type { Point } from "../../../picture/view.ts";
import type { Pencil } from "./pencil.ts";

/** A pointer that is pressed: its place on the canvas, and for a finger also in the window, in CSS pixels. */
type Pressed = { readonly id: number; readonly at: Point; readonly finger: Point | undefined };

/** Movement from which on a finger draws and makes no tap, in CSS pixels. */
const tapPixels = 6;

/** Time after which a finger that rests draws, in milliseconds. The second finger of a pinch arrives earlier. */
const restMs = 80;

const cursors: Readonly<Record<string, string>> = {
  "0,0": "move",
  "-1,0": "ew-resize",
  "1,0": "ew-resize",
  "0,-1": "ns-resize",
  "0,1": "ns-resize",
  "-1,-1": "nwse-resize",
  "1,1": "nwse-resize",
  "-1,1": "nesw-resize",
  "1,-1": "nesw-resize",
};

/**
 * The pointers on the picture. The main button and a pen draw. While "Draw" is on, one finger draws; otherwise it moves an
 * enlarged picture, and a tap selects. Two fingers move and enlarge the picture. Other buttons move an enlarged picture,
 * as does the main button for people who may not draw.
 */
export class Pointers {
  readonly cursor = signal("");
  /** The finger that draws, in CSS pixels of the window. */
  readonly finger = signal<Point | undefined>(undefined);
  readonly #stage: Stage;
  readonly #pencil: Pencil | undefined;
  readonly #pressed = new Map<number, Pressed>();
  /** The press that may become a tap: it is the only one, and has hardly moved. */
  #tap: Pressed | undefined;
  /** A finger that draws as soon as it moves or rests. */
  #waiting: { readonly press: Pressed; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  /** The pointer that draws. */
  #drawing: number | undefined;

  /** @param pencil missing for people who may not label */
  constructor(stage: Stage, pencil: Pencil | undefined) {
    this.#stage = stage;
    this.#pencil = pencil;
  }

  press(event: PointerEvent): void {
    const press = pressedBy(event);
    this.#pressed.set(press.id, press);
    const isOnly = this.#pressed.size === 1;
    this.#tap = isOnly ? press : undefined;
    if (!isOnly) this.#takeBack();
    if (!isOnly || !this.#pencil || event.button !== 0) return;
    this.#pencil.isFinger.value = event.pointerType === "touch";
    if (event.pointerType !== "touch") this.#begin(press);
    else if (this.#pencil.isArmed.peek())
      this.#waiting = { press, timer: setTimeout(() => this.#begin(press), restMs) };
  }

  move(event: PointerEvent): void {
    const now = pressedBy(event);
    const { id } = now;
    const before = this.#pressed.get(id);
    if (before === undefined) {
      if (event.pointerType !== "touch") this.#hover(now.at);
      return;
    }
    this.#pressed.set(id, now);
    if (this.#tap?.id === id && distanceOf(this.#tap, now) >= tapPixels) {
      this.#tap = undefined;
      if (this.#waiting) this.#begin(this.#waiting.press);
    }
    if (this.#drawing === id) {
      this.finger.value = now.finger;
      this.#pencil?.point({ kind: "move", at: now.at });
    } else if (this.#waiting === undefined) this.#movePicture(before, now);
  }

  /** Called when a pointer is lifted, or when the browser takes it for something else. */
  end(event: PointerEvent): void {
    const { pointerId: id, pointerType } = event;
    const at = placeIn(event);
    const isTouch = pointerType === "touch";
    const isTap = this.#tap?.id === id && event.type === "pointerup";
    this.#tap = undefined;
    this.#pressed.delete(id);
    if (event.type === "pointercancel") this.#takeBack();
    // A short tap ends before its finger draws.
    if (this.#waiting) this.#begin(this.#waiting.press);
    if (this.#drawing === id) {
      this.#letGo();
      this.#pencil?.point({ kind: "release", at, ...(isTouch && { isTap }) });
    } else if (isTap && isTouch) this.#pencil?.pickAt(at);
  }

  #hover(at: Point): void {
    this.#pencil?.point({ kind: "move", at });
    this.cursor.value = cursorOf(this.#pencil?.graspAt(at));
  }

  #begin(press: Pressed): void {
    this.#wait();
    this.#drawing = press.id;
    this.finger.value = this.#pressed.get(press.id)?.finger;
    this.#pencil?.point({ kind: "press", at: press.at });
  }

  /** Removes what a pointer has begun to draw, without a trace. */
  #takeBack(): void {
    this.#wait();
    if (this.#drawing !== undefined) this.#pencil?.takeBack();
    this.#letGo();
  }

  #letGo(): void {
    this.#drawing = undefined;
    this.finger.value = undefined;
  }

  /** Ends the waiting for a finger that rests. */
  #wait(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
  }

  #movePicture(before: Pressed, now: Pressed): void {
    const [other] = [...this.#pressed.values()].filter(({ id }) => id !== now.id);
    const [from, to] = other ? [middleOf(before, other), middleOf(now, other)] : [before.at, now.at];
    this.#stage.move({ x: to.x - from.x, y: to.y - from.y });
    if (other) this.#stage.enlarge(distanceOf(now, other) / Math.max(1, distanceOf(before, other)), to);
  }
}

function pressedBy(event: PointerEvent): Pressed {
  const { pointerId: id, pointerType, clientX: x, clientY: y } = event;
  return { id, at: placeIn(event), finger: pointerType === "touch" ? { x, y } : undefined };
}

/** Returns the place of a mouse event on its element, in CSS pixels. */
export function placeIn({ offsetX: x, offsetY: y }: MouseEvent): Point {
  return { x, y };
}

function distanceOf({ at: a }: Pressed, { at: b }: Pressed): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middleOf({ at: a }: Pressed, { at: b }: Pressed): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function cursorOf(grip: Grip | undefined): string {
  return grip ? (cursors[`${grip.x},${grip.y}`] ?? "") : "";
}
