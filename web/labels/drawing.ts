import type { Frame } from "../picture/frame-clock.ts";
import type { Box, Point, Seen, Size } from "../picture/view.ts";
import { boxBetween, cornerOf, dragged, type Grip, gripAt, isCorner, wholeBox } from "./box-shape.ts";
import { fingerGripAt } from "./handles.ts";
import { boxAt, type Keypoint } from "./track.ts";

/** The state of drawing: the draft, and the part that the pointer holds. Points are in pixels of the picture. */
export type Drawing = {
  /** Keypoints of a label that is not saved yet, sorted by time. */
  readonly draft: readonly Keypoint[];
  /** The first of two clicked corners, and the current place of the pointer. */
  readonly corner: { readonly from: Point; readonly to: Point } | undefined;
  readonly hand: Hand | undefined;
  /** The part of the box that a finger held last. The arrow buttons move it. */
  readonly part: Grip;
};

type Hand =
  /** Draws a box from one corner to the other. */
  | { readonly kind: "draw"; readonly from: Point; readonly to: Point }
  /** Moves a box, an edge or a corner of the draft or of a label. */
  | {
      readonly kind: "drag";
      readonly label: number | "draft";
      readonly box: Box;
      readonly grip: Grip;
      readonly from: Point;
      readonly to: Point;
    };

/** The frame, the picture and the labels on which a person draws. */
export type Scene = {
  readonly frame: Frame;
  readonly picture: Size;
  /** Maximum distance of a pointer from an edge, and maximum movement in a click, in pixels of the picture. */
  readonly reach: number;
  /** The selected label, if the person may change it and it is on the frame. */
  readonly selected: { readonly label: number; readonly box: Box } | undefined;
  readonly isLabelAt: (at: Point) => boolean;
  /** `true` if clicks draw, even on a label. */
  readonly isArmed: boolean;
  /** The visible part of the picture, if the pointer is a finger: it holds boxes by their handles. */
  readonly fingerOn: Seen | undefined;
};

export type PointerAct = {
  readonly kind: "press" | "move" | "release";
  readonly at: Point;
  /** Of a release: whether it ends a click. Default: the pointer has moved by less than the reach. */
  readonly isTap?: boolean;
};

/** An effect outside of the drawing, for the caller to carry out. */
export type Effect =
  /** A click that selects the label at this place. */
  | { readonly kind: "pick"; readonly at: Point }
  | { readonly kind: "box"; readonly label: number; readonly box: Box }
  | { readonly kind: "too small" };

export const nothingDrawn: Drawing = { draft: [], corner: undefined, hand: undefined, part: wholeBox };

type Next = { readonly drawing: Drawing; readonly effect?: Effect };

/** Returns the drawing after a pointer event, and the effect of the event. */
export function drawn(drawing: Drawing, act: PointerAct, scene: Scene): Next {
  const { at } = act;
  if (act.kind === "press") {
    const pressed = handAt(drawing, at, scene);
    const part = pressed.kind === "drag" && scene.fingerOn ? pressed.grip : drawing.part;
    return { drawing: { ...followed(drawing, at), hand: pressed, part } };
  }
  if (act.kind === "move") return { drawing: followed(drawing, at) };
  const { hand, corner } = drawing;
  if (hand === undefined) return { drawing };
  const free: Drawing = { ...drawing, hand: undefined };
  const isClick = act.isTap ?? Math.hypot(at.x - hand.from.x, at.y - hand.from.y) < scene.reach;
  if (hand.kind === "drag") {
    // A finger that taps a handle chooses that corner for the arrow buttons.
    const isPick = hand.label !== "draft" && !(scene.fingerOn && isCorner(hand.grip));
    if (isClick) return { drawing: free, ...(isPick && { effect: { kind: "pick", at } as const }) };
    const box = dragged(hand.box, hand.grip, between(hand.from, at), scene.picture);
    if (hand.label === "draft") return { drawing: withDraftBox(free, scene.frame, box) };
    return { drawing: free, effect: { kind: "box", label: hand.label, box } };
  }
  // A finger may slide to the opposite corner, because it sees the corner only when it is down.
  const isOpposite = corner && (isClick || scene.fingerOn);
  if (isOpposite) return finished({ ...free, corner: undefined }, corner.from, at, scene);
  if (!isClick) return finished(free, hand.from, at, scene);
  if (drawing.draft.length === 0 && !scene.isArmed && scene.isLabelAt(at)) {
    return { drawing: free, effect: { kind: "pick", at } };
  }
  return { drawing: { ...free, corner: { from: at, to: at } } };
}

/** Returns the drawing with everything that follows the pointer at a new place. */
function followed({ hand, corner, ...rest }: Drawing, to: Point): Drawing {
  return { ...rest, hand: hand && { ...hand, to }, corner: corner && { ...corner, to } };
}

/** Undoes the last step: releases what the pointer holds, else removes the first corner, else the draft. */
export function cancelled(drawing: Drawing): Drawing {
  if (drawing.hand) return { ...drawing, hand: undefined };
  return drawing.corner ? { ...drawing, corner: undefined } : nothingDrawn;
}

/** Returns the drawing with a box on a frame of the draft. */
export function withDraftBox(drawing: Drawing, frame: Frame, box: Box): Drawing {
  const others = drawing.draft.filter(({ ms }) => ms < frame.fromMs || ms > frame.toMs);
  const draft = [...others, { box, ms: frame.ms }].toSorted((a, b) => a.ms - b.ms);
  return { ...drawing, draft };
}

/** Returns the draft's box on a frame; `undefined` before its first keypoint and after its last one. */
export function draftBox({ draft }: Drawing, { fromMs, toMs, ms }: Frame): Box | undefined {
  const here = draft.find((keypoint) => keypoint.ms >= fromMs && keypoint.ms <= toMs);
  const [first, last] = [draft[0], draft.at(-1)];
  if (here || !first || !last) return here?.box;
  return first.ms < ms && ms < last.ms ? boxAt(draft, ms) : undefined;
}

/** Returns the current shape of the box that the pointer draws or moves; `undefined` if there is none. */
export function heldBox({ hand, corner }: Drawing, picture: Size): Box | undefined {
  if (hand?.kind === "drag") return dragged(hand.box, hand.grip, between(hand.from, hand.to), picture);
  const drawn = corner ?? hand;
  return drawn && boxBetween(drawn.from, drawn.to, picture);
}

/** Returns the place that the pointer draws or moves: a corner of the box, or the pointer's own place in the picture. */
export function aimOf(drawing: Drawing, picture: Size): Point | undefined {
  const { hand } = drawing;
  if (hand === undefined) return undefined;
  const box = heldBox(drawing, picture);
  if (hand.kind === "drag" && box && isCorner(hand.grip)) return cornerOf(box, hand.grip);
  const { x, y } = hand.to;
  return { x: Math.min(picture.width, Math.max(0, x)), y: Math.min(picture.height, Math.max(0, y)) };
}

/** Returns the part that a pointer at this place would hold, for the shape of the cursor. */
export function graspAt(drawing: Drawing, at: Point, scene: Scene): Grip | undefined {
  const hand = handAt(drawing, at, scene);
  return hand.kind === "drag" ? hand.grip : undefined;
}

function handAt(drawing: Drawing, at: Point, { frame, selected, reach, fingerOn }: Scene): Hand {
  const draft = draftBox(drawing, frame);
  const held = draft
    ? ({ label: "draft", box: draft } as const)
    : drawing.draft.length === 0
      ? selected
      : undefined;
  const grip =
    held &&
    !drawing.corner &&
    (fingerOn ? fingerGripAt(held.box, at, fingerOn) : gripAt(held.box, at, reach));
  if (held && grip) return { kind: "drag", ...held, grip, from: at, to: at };
  return { kind: "draw", from: at, to: at };
}

function finished(drawing: Drawing, from: Point, to: Point, { frame, picture, fingerOn }: Scene) {
  const box = boxBetween(from, to, picture);
  if (box === undefined) return { drawing, effect: { kind: "too small" } as const };
  const end: Grip = { x: to.x < from.x ? -1 : 1, y: to.y < from.y ? -1 : 1 };
  const part = fingerOn ? end : wholeBox;
  return { drawing: withDraftBox({ ...drawing, corner: undefined, part }, frame, box) };
}

function between(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}
