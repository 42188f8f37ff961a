import type { Grip } from "../../../labels/box-shape.ts";
import { unsavedColour } from "../../../labels/colours.ts";
import { type Drawing, draftBox, heldBox } from "../../../labels/drawing.ts";
import { handlesOf } from "../../../labels/handles.ts";
import type { Label } from "../../../labels/label.ts";
import { boxAt, isOn } from "../../../labels/track.ts";
import type { Frame } from "../../../picture/frame-clock.ts";
import type { Outline } from "../../../picture/paint.ts";
import type { Box, Seen, Size } from "../../../picture/view.ts";
import { labellingText } from "../../../text/labelling.ts";

type Handles = Pick<Outline, "hasHandles" | "fingerHandles">;

type Drawn = {
  readonly drawing: Drawing;
  readonly picture: Size | undefined;
  /** `true` if the person may change the selected label. */
  readonly mayChange: boolean;
  readonly isArmed: boolean;
  /** The visible part of the picture, if the pointer is a finger. */
  readonly fingerOn: Seen | undefined;
  /** Labels as others have changed them, for conflicts with changes of this person. */
  readonly theirs: readonly Label[];
};

/** Returns the outlines of a frame's labels, of the draft, and of the versions of others in conflicts. */
export function withDrawn(outlines: readonly Outline[], frame: Frame, drawn: Drawn): readonly Outline[] {
  const { drawing, picture, mayChange, theirs } = drawn;
  const { hand, corner } = drawing;
  const held = picture && heldBox(drawing, picture);
  const isLabelHeld = hand?.kind === "drag" && hand.label !== "draft";
  const isDraftHeld = hand?.kind === "drag" && hand.label === "draft";
  const labels = outlines.map((outline): Outline => {
    if (!outline.isSelected || !mayChange) return outline;
    const box = isLabelHeld && held ? held : outline.box;
    return { ...outline, box, ...handlesFor(box, drawn) };
  });
  const saved = isDraftHeld ? held : draftBox(drawing, frame);
  const pixel = corner && { x1: corner.from.x, y1: corner.from.y, x2: corner.from.x, y2: corner.from.y };
  const isBeingDrawn = corner !== undefined || hand?.kind === "draw";
  return [
    ...labels,
    ...theirs.flatMap((label) => theirOutline(label, frame)),
    ...(saved ? [draft(saved, labellingText.peek().draft, handlesFor(saved, drawn))] : []),
    ...(isBeingDrawn && held ? [draft(held)] : pixel ? [draft(pixel, "", { hasHandles: true })] : []),
  ];
}

/** Returns the handles by which the pointer can hold a box: a finger can only while "Draw" is on. */
function handlesFor(box: Box, { drawing: { part }, isArmed, fingerOn }: Drawn): Handles {
  if (fingerOn === undefined) return { hasHandles: true };
  if (!isArmed) return {};
  const isChosen = ({ x, y }: Grip) => x === part.x && y === part.y;
  return {
    fingerHandles: handlesOf(box, fingerOn).map(({ grip, at, corner }) => ({
      at,
      corner,
      isChosen: isChosen(grip),
    })),
  };
}

function draft(box: Box, name = "", handles: Handles = {}): Outline {
  return { box, name, colour: unsavedColour, isDashed: false, isSelected: true, isDraft: true, ...handles };
}

/** Returns the outline of somebody else's version of a label that was also changed here. */
function theirOutline(label: Label, frame: Frame): readonly Outline[] {
  const box = isOn(label, frame) && boxAt(label.track, frame.ms);
  if (!box) return [];
  const name = labellingText.peek().theirs;
  return [{ box, name, colour: "#ffffff", isDashed: true, isSelected: false }];
}
