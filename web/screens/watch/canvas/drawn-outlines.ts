import { unsavedColour } from "../../../labels/colours.ts";
import { type Drawing, draftBox, heldBox } from "../../../labels/drawing.ts";
import type { Label } from "../../../labels/label.ts";
import { boxAt, isOn } from "../../../labels/track.ts";
import type { Frame } from "../../../picture/frame-clock.ts";
import type { Outline } from "../../../picture/paint.ts";
import type { Box, Size } from "../../../picture/view.ts";
import { labellingText } from "../../../text/labelling.ts";

type Drawn = {
  readonly drawing: Drawing;
  readonly picture: Size | undefined;
  /** Whether the selected label may be changed, and whether there is room to do so with a pointer. */
  readonly mayChange: boolean;
  readonly hasHandles: boolean;
  /** Labels as others changed them, where something here disagrees. */
  readonly theirs: readonly Label[];
};

/** The outlines of a frame's labels with what is being drawn, and what others made of the same labels. */
export function withDrawn(
  outlines: readonly Outline[],
  frame: Frame,
  { drawing, picture, mayChange, hasHandles, theirs }: Drawn,
): readonly Outline[] {
  const { hand, corner } = drawing;
  const held = picture && heldBox(drawing, picture);
  const isLabelHeld = hand?.kind === "drag" && hand.label !== "draft";
  const isDraftHeld = hand?.kind === "drag" && hand.label === "draft";
  const labels = outlines.map((outline): Outline => {
    if (!outline.isSelected || !mayChange) return outline;
    return { ...outline, hasHandles, ...(isLabelHeld && held && { box: held }) };
  });
  const saved = isDraftHeld ? held : draftBox(drawing, frame);
  const pixel = corner && { x1: corner.from.x, y1: corner.from.y, x2: corner.from.x, y2: corner.from.y };
  const isBeingDrawn = corner !== undefined || hand?.kind === "draw";
  return [
    ...labels,
    ...theirs.flatMap((label) => theirOutline(label, frame)),
    ...(saved ? [draft(saved, true, labellingText.peek().draft)] : []),
    ...(isBeingDrawn && held ? [draft(held)] : pixel ? [draft(pixel, true)] : []),
  ];
}

function draft(box: Box, hasHandles = false, name = ""): Outline {
  return { box, name, colour: unsavedColour, isDashed: false, isSelected: true, isDraft: true, hasHandles };
}

/** What somebody else made of a label that was changed here, too. */
function theirOutline(label: Label, frame: Frame): readonly Outline[] {
  const box = isOn(label, frame) && boxAt(label.track, frame.ms);
  if (!box) return [];
  const name = labellingText.peek().theirs;
  return [{ box, name, colour: "#ffffff", isDashed: true, isSelected: false }];
}
