import { effect, signal, untracked } from "@preact/signals";
import { boxAround, dragged, type Grip, wholeBox } from "../../../labels/box-shape.ts";
import {
  aimOf,
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
import type { Box, Point, Seen } from "../../../picture/view.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Watching } from "../watching.ts";
import { draftOf, keepDraft } from "./drafts.ts";
import { withDrawn } from "./drawn-outlines.ts";
import { Nudging } from "./nudging.ts";

/** Maximum distance of a pointer from an edge that it holds, and its maximum movement in a click, in CSS pixels. */
const reachPixels = 8;

/** Draws new labels on the picture, and moves the box of the selected one. */
export class Pencil {
  readonly drawing = signal<Drawing>(nothingDrawn);
  /** `true` if the last pointer on the picture was a finger. */
  readonly isFinger = signal(matchMedia("(pointer: coarse)").matches);
  /** `true` if clicks draw even on a label, and one finger draws. */
  readonly isArmed = signal(false);
  /** Incremented each time the box on the picture should get the focus. */
  readonly focused = signal(0);
  readonly #watching: Watching;
  readonly #labelling: Labelling;
  readonly #nudging: Nudging;
  #frame: Frame | undefined;

  constructor(watching: Watching, labelling: Labelling) {
    this.#watching = watching;
    this.#labelling = labelling;
    this.#nudging = new Nudging(this.drawing, (label, box) => this.#putBox(label, box));
    const draft = draftOf(watching.stream.id);
    this.drawing.value = { ...nothingDrawn, draft };
    this.isArmed.value = this.isFinger.peek() && draft.length > 0;
    watching.decorate = (outlines, frame) => this.#decorated(outlines, frame);
    keepDraft(watching.stream.id, this.drawing);
    effect(() => {
      this.drawing.value;
      this.isArmed.value;
      this.isFinger.value;
      watching.redraw();
    });
    effect(() => this.#letGo(watching.frame.value));
    // Runs when the pencil is disposed of.
    effect(() => () => this.#nudging.save());
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
      this.#nudging.save();
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
    if (isOn) this.#watching.agreement.before(() => this.#arm(true));
    else this.#arm(false);
  }

  #arm(isOn: boolean): void {
    this.#nudging.save();
    this.isArmed.value = isOn;
    const drawing = { ...this.drawing.peek(), part: wholeBox };
    this.drawing.value = isOn ? drawing : { ...drawing, hand: undefined, corner: undefined };
  }

  /** Selects the label at a place of the canvas, in CSS pixels. Without a label there, selects none. */
  pickAt(at: Point): void {
    this.#nudging.save();
    const place = this.#watching.stage.pointAt(at);
    if (place && !this.#pick(place)) this.#watching.selectedId.value = undefined;
  }

  /** Returns the part that a pointer at a place of the canvas would hold. */
  graspAt(at: Point): Grip | undefined {
    const place = this.#watching.stage.pointAt(at);
    const scene = this.#scene();
    return place && scene && graspAt(this.drawing.peek(), place, scene);
  }

  /** Returns the place that the pointer draws or moves, in pixels of the picture. */
  aim(): Point | undefined {
    const picture = this.#watching.stage.size.peek();
    return picture && aimOf(this.drawing.peek(), picture);
  }

  /** Undoes the last unsaved step. @returns `false` if there was none */
  cancel(): boolean {
    const before = this.drawing.peek();
    this.#nudging.end();
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
    this.#watching.agreement.before(() => this.#drawByKeys());
  }

  #drawByKeys(): void {
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
    this.#draw(withDraftBox({ ...drawing, corner: undefined, hand: undefined, part: wholeBox }, frame, box));
    // Fingers then move this box.
    if (this.isFinger.peek()) this.isArmed.value = true;
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

  /** Moves a part of the box, in pixels of the picture. */
  nudge(by: Point, part: Grip): void {
    const scene = this.#scene();
    if (scene === undefined) return;
    const { frame, picture } = scene;
    const drawing = this.drawing.peek();
    const box = draftBox(drawing, frame);
    const held = drawing.hand?.kind === "drag" ? drawing.hand : scene.selected;
    if (box) this.drawing.value = withDraftBox(drawing, frame, dragged(box, part, by, picture));
    else if (held) this.#nudging.move(held, part, by, picture);
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
    if (!isSame) untracked(() => this.#nudging.save());
    this.#frame = frame;
    const { hand, corner } = this.drawing.peek();
    if (isSame || (!hand && !corner)) return;
    // While a video pauses, the picture may still advance by a frame.
    if (hand?.kind === "draw" && !corner) return;
    this.drawing.value = { ...this.drawing.peek(), hand: undefined, corner: undefined };
  }

  #draw(drawing: Drawing): void {
    if (this.drawing.peek().draft.length > 0 || drawing.draft.length === 0) {
      this.drawing.value = drawing;
      return;
    }
    this.drawing.value = nothingDrawn;
    this.#watching.agreement.before(() => {
      this.#watching.selectedId.value = undefined;
      this.#labelling.isNaming.value = false;
      this.#labelling.steps.news.value = undefined;
      this.drawing.value = drawing;
    });
  }

  #follow(next: Effect): void {
    if (next.kind === "box") this.#putBox(next.label, next.box);
    if (next.kind === "too small") this.#labelling.steps.news.value = labellingText.peek().tooSmall;
    if (next.kind === "pick") this.#pick(next.at);
  }

  /**
   * Selects the smallest label at a place. If that label is selected already, selects the next larger label.
   * @returns `false` if there is no label
   */
  #pick(at: Point): boolean {
    const labels = this.#labelsAt(at);
    const selected = this.#watching.selectedId.peek();
    const next = (labels.findIndex(({ id }) => id === selected) + 1) % Math.max(1, labels.length);
    const label = labels[next];
    if (label) void this.#watching.select(label.id);
    return label !== undefined;
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
    const isArmed = this.isArmed.peek();
    return { frame, picture, reach, selected, isLabelAt, isArmed, fingerOn: this.#fingerOn() };
  }

  /** Returns the visible part of the picture, if the pointer is a finger. */
  #fingerOn(): Seen | undefined {
    return this.isFinger.peek() ? this.#watching.stage.seen : undefined;
  }

  #decorated(outlines: readonly Outline[], frame: Frame): readonly Outline[] {
    return withDrawn(outlines, frame, {
      drawing: this.drawing.peek(),
      picture: this.#watching.stage.size.peek(),
      mayChange: this.#labelling.mayChangeSelected.peek(),
      isArmed: this.isArmed.peek(),
      fingerOn: this.#fingerOn(),
      theirs: this.#labelling.steps.theirs.value,
    });
  }
}
