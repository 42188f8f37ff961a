import { computed, effect, signal, untracked } from "@preact/signals";
import { boxAround, dragged, type Grip } from "../../../labels/box-shape.ts";
import {
  cancelled,
  type Drawing,
  draftBox,
  drawn,
  type Effect,
  graspAt,
  heldBox,
  nothingDrawn,
  type PointerAct,
  type Scene,
  withDraftBox,
} from "../../../labels/drawing.ts";
import type { Label } from "../../../labels/label.ts";
import { labelsAt } from "../../../labels/labels-at.ts";
import type { Frame } from "../../../picture/frame-clock.ts";
import type { Outline } from "../../../picture/paint.ts";
import type { Box, Point } from "../../../picture/view.ts";
import { warnBeforeClose } from "../../../saving/warn-before-close.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Watching } from "../watching.ts";
import { withDrawn } from "./drawn-outlines.ts";

/** Maximum distance of a pointer from an edge that it holds, and its maximum movement in a click, in CSS pixels. */
const reachPixels = 8;

/** Pause after which a box moved by keys is saved, in milliseconds. So a key that is held down makes one change. */
const nudgePauseMs = 600;

/** Drafts of other streams, which are kept until the page is closed. */
const drafts = signal<ReadonlyMap<number, Drawing["draft"]>>(new Map());

/** `true` while a box is being moved: its new place is saved only when the move ends. */
const isMoving = signal(false);

warnBeforeClose(
  computed(() => isMoving.value || [...drafts.value.values()].some((draft) => draft.length > 0)),
);

/** Draws new labels on the picture, and moves the box of the selected one. */
export class Pencil {
  readonly drawing = signal<Drawing>(nothingDrawn);
  /** `true` if clicks draw even on a label, and one finger draws. */
  readonly isArmed = signal(false);
  /** Incremented each time the box on the picture should get the focus. */
  readonly focused = signal(0);
  readonly #watching: Watching;
  readonly #labelling: Labelling;
  #frame: Frame | undefined;
  #nudging: ReturnType<typeof setTimeout> | undefined;

  constructor(watching: Watching, labelling: Labelling) {
    this.#watching = watching;
    this.#labelling = labelling;
    const { id } = watching.stream;
    this.drawing.value = { ...nothingDrawn, draft: drafts.peek().get(id) ?? [] };
    watching.decorate = (outlines, frame) => this.#decorated(outlines, frame);
    effect(() => {
      drafts.value = new Map(drafts.peek()).set(id, this.drawing.value.draft);
      watching.redraw();
    });
    effect(() => {
      isMoving.value = this.drawing.value.hand?.kind === "drag";
      return () => {
        isMoving.value = false;
      };
    });
    effect(() => this.#letGo(watching.frame.value));
    // Runs when the pencil is disposed of.
    effect(() => () => this.#saveNudged());
  }

  /** `true` while the pointer holds something, so that nothing else may move. */
  get isBusy(): boolean {
    const { hand, corner } = this.drawing.peek();
    return hand !== undefined || corner !== undefined;
  }

  /** @param act its place is in CSS pixels of the canvas */
  point(act: PointerAct): void {
    const at = this.#watching.stage.pointAt(act.at);
    if (act.kind === "press") {
      this.#watching.player.peek()?.pause();
      // The scene must have the box where the keys have moved it.
      this.#saveNudged();
    }
    const scene = this.#scene();
    if (at === undefined || scene === undefined) return;
    const { drawing, effect: next } = drawn(this.drawing.peek(), { ...act, at }, scene);
    this.#draw(drawing);
    if (next) this.#follow(next);
  }

  /** Removes what the pointer has begun since it was pressed. */
  takeBack(): void {
    this.drawing.value = { ...this.drawing.peek(), hand: undefined };
  }

  /** Turns "Draw" on or off. */
  arm(isOn: boolean): void {
    this.#saveNudged();
    this.isArmed.value = isOn;
    if (!isOn) this.drawing.value = { ...this.drawing.peek(), hand: undefined, corner: undefined };
  }

  /** Selects the label at a place of the canvas, in CSS pixels. */
  pickAt(at: Point): void {
    this.#saveNudged();
    const place = this.#watching.stage.pointAt(at);
    if (place) this.#pick(place);
  }

  /** Returns the part that a pointer at a place of the canvas would hold. */
  graspAt(at: Point): Grip | undefined {
    const place = this.#watching.stage.pointAt(at);
    const scene = this.#scene();
    return place && scene && graspAt(this.drawing.peek(), place, scene);
  }

  /** Undoes the last unsaved step. @returns `false` if there was none */
  cancel(): boolean {
    const before = this.drawing.peek();
    this.#endNudging();
    this.drawing.value = cancelled(before);
    const isDrawing = before.draft.length > 0 || before.corner !== undefined || before.hand !== undefined;
    const wasArmed = this.isArmed.peek();
    if (!isDrawing) this.isArmed.value = false;
    return isDrawing || wasArmed;
  }

  /** Saves the draft. @returns `false` if there was none */
  save(): boolean {
    const { draft } = this.drawing.peek();
    if (draft.length === 0) return false;
    this.drawing.value = nothingDrawn;
    this.isArmed.value = false;
    this.#labelling.create(draft);
    return true;
  }

  /** Adds a box to the current frame, and focuses it so that the arrow keys move it. */
  drawByKeys(): void {
    const { stage } = this.#watching;
    const scene = this.#scene();
    const { canvas } = stage;
    const middle = stage.pointAt({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 });
    if (!scene || !middle) {
      this.#labelling.steps.news.value = watchText.peek().noPicture;
      return;
    }
    this.#watching.player.peek()?.pause();
    const { picture, frame } = scene;
    const drawing = this.drawing.peek();
    const last = drawing.draft.at(-1)?.box;
    const seen = { width: canvas.clientWidth * stage.fineness, height: canvas.clientHeight * stage.fineness };
    const box = draftBox(drawing, frame) ?? last ?? boxAround(middle, seen, picture);
    this.#draw(withDraftBox({ ...drawing, corner: undefined, hand: undefined }, frame, box));
    this.focused.value++;
  }

  /** Returns the box that keys move: the draft's, otherwise that of the selected label. */
  boxHere(): Box | undefined {
    const drawing = this.drawing.value;
    const frame = this.#watching.frame.value;
    const size = this.#watching.stage.size.value;
    if (!frame || !size) return undefined;
    if (drawing.hand?.kind === "drag") return heldBox(drawing, size);
    return drawing.draft.length > 0 ? draftBox(drawing, frame) : this.#labelling.changeableBox()?.box;
  }

  /** Moves the focused box by pixels of the picture, or changes its size. */
  nudge(by: Point, isSize: boolean): void {
    const scene = this.#scene();
    if (scene === undefined) return;
    const drawing = this.drawing.peek();
    const grip: Grip = isSize ? { x: 1, y: 1 } : { x: 0, y: 0 };
    const box = draftBox(drawing, scene.frame);
    if (box) {
      this.drawing.value = withDraftBox(drawing, scene.frame, dragged(box, grip, by, scene.picture));
      return;
    }
    const held = drawing.hand?.kind === "drag" ? drawing.hand : scene.selected;
    if (held === undefined) return;
    const next = dragged(held.box, grip, by, scene.picture);
    const still = { x: 0, y: 0 };
    this.drawing.value = {
      ...drawing,
      hand: { kind: "drag", label: held.label, box: next, grip: { x: 0, y: 0 }, from: still, to: still },
    };
    clearTimeout(this.#nudging);
    this.#nudging = setTimeout(() => this.#saveNudged(), nudgePauseMs);
  }

  /** @returns `true` if keys had moved a box */
  #endNudging(): boolean {
    const wasNudging = this.#nudging !== undefined;
    clearTimeout(this.#nudging);
    this.#nudging = undefined;
    return wasNudging;
  }

  #saveNudged(): void {
    if (!this.#endNudging()) return;
    const drawing = this.drawing.peek();
    const { hand } = drawing;
    if (hand?.kind !== "drag" || hand.label === "draft") return;
    this.drawing.value = { ...drawing, hand: undefined };
    this.#putBox(hand.label, hand.box);
  }

  /** Sets a label's box on the frame on which it was drawn. */
  #putBox(label: number, box: Box): void {
    if (this.#frame) this.#labelling.putBox(label, box, this.#frame);
  }

  /**
   * Called when another frame is shown. A drag of the pointer and moves by keys belong to the frame before, so they end.
   */
  #letGo(frame: Frame | undefined): void {
    const isSame = this.#frame?.time === frame?.time;
    if (!isSame) untracked(() => this.#saveNudged());
    this.#frame = frame;
    const { hand, corner } = this.drawing.peek();
    if (isSame || (!hand && !corner)) return;
    // While a video pauses, the picture may still advance by a frame.
    if (hand?.kind === "draw" && !corner) return;
    this.drawing.value = { ...this.drawing.peek(), hand: undefined, corner: undefined };
  }

  #draw(drawing: Drawing): void {
    if (this.drawing.peek().draft.length === 0 && drawing.draft.length > 0) {
      this.#watching.selectedId.value = undefined;
      this.#labelling.isNaming.value = false;
      this.#labelling.steps.news.value = undefined;
    }
    this.drawing.value = drawing;
  }

  #follow(next: Effect): void {
    if (next.kind === "box") this.#putBox(next.label, next.box);
    if (next.kind === "too small") this.#labelling.steps.news.value = labellingText.peek().tooSmall;
    if (next.kind === "pick") this.#pick(next.at);
  }

  /** Selects the smallest label at a place. If that label is selected already, selects the next larger label. */
  #pick(at: Point): void {
    const labels = this.#labelsAt(at);
    const selected = this.#watching.selectedId.peek();
    const next = (labels.findIndex(({ id }) => id === selected) + 1) % Math.max(1, labels.length);
    const label = labels[next];
    if (label) void this.#watching.select(label.id);
  }

  #labelsAt(at: Point): readonly Label[] {
    const frame = this.#watching.frame.peek();
    if (!frame || this.#watching.areBoxesHidden.peek()) return [];
    return labelsAt(this.#watching.here.peek(), frame, at);
  }

  #scene(): Scene | undefined {
    const frame = this.#watching.frame.peek();
    const { stage } = this.#watching;
    const picture = stage.size.peek();
    if (!frame || !picture) return undefined;
    const reach = reachPixels * stage.fineness;
    const selected = this.#watching.areBoxesHidden.peek() ? undefined : this.#labelling.changeableBox();
    const isLabelAt = (at: Point) => this.#labelsAt(at).length > 0;
    return { frame, picture, reach, selected, isLabelAt, isArmed: this.isArmed.peek() };
  }

  #decorated(outlines: readonly Outline[], frame: Frame): readonly Outline[] {
    return withDrawn(outlines, frame, {
      drawing: this.drawing.peek(),
      picture: this.#watching.stage.size.peek(),
      mayChange: this.#labelling.mayChangeSelected.peek(),
      theirs: this.#labelling.steps.theirs.value,
    });
  }
}
