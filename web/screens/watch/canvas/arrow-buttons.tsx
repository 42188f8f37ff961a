import type { Grip } from "../../../labels/box-shape.ts";
import { labellingText } from "../../../text/labelling.ts";
import { IconButton } from "../icon.tsx";
import type { Pencil } from "./pencil.ts";

const arrows = [
  { to: "left", by: { x: -1, y: 0 }, path: "M15 4l-8 8 8 8" },
  { to: "up", by: { x: 0, y: -1 }, path: "M4 15l8-8 8 8" },
  { to: "down", by: { x: 0, y: 1 }, path: "M4 9l8 8 8-8" },
  { to: "right", by: { x: 1, y: 0 }, path: "M9 4l8 8-8 8" },
] as const;

/** Buttons that move the box, or the corner that a finger held last, by a pixel of the picture. */
export function ArrowButtons({ pencil }: { readonly pencil: Pencil }) {
  const words = labellingText.value;
  const { part } = pencil.drawing.value;
  const moves = words.moveBy(words.parts[nameOf(part)]);
  return (
    <fieldset class="arrows bare wraps" aria-label={moves}>
      {arrows.map(({ to, by, path }) => (
        <IconButton
          key={to}
          label={words.arrows[to]}
          path={path}
          isLine
          onClick={() => pencil.nudge(by, part)}
        />
      ))}
      <span aria-hidden="true">{moves}</span>
    </fieldset>
  );
}

function nameOf({ x, y }: Grip) {
  if (x === 0 || y === 0) return "box";
  if (y < 0) return x < 0 ? "upperLeft" : "upperRight";
  return x < 0 ? "lowerLeft" : "lowerRight";
}
