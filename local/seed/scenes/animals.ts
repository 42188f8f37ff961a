import { type Colour, drawEllipse, type Picture } from "./picture.ts";

/** Position of an animal: its centre in pixels, and the direction that it faces (1: right, -1: left). */
export type Place = { readonly x: number; readonly y: number; readonly looks: 1 | -1 };

/**
 * Returns a function that draws a part of an animal, relative to its centre. The coordinates are those of an animal that
 * faces right.
 */
function partsOf(picture: Picture, { x, y, looks }: Place, scale = 1) {
  return (dx: number, dy: number, rx: number, ry: number, colour: Colour, turn = 0) =>
    drawEllipse(
      picture,
      [x + looks * dx * scale, y + dy * scale],
      [rx * scale, ry * scale],
      colour,
      looks * turn,
    );
}

/** Edges of the box around an animal that faces right, in pixels from its centre. */
type Reach = readonly [left: number, top: number, right: number, bottom: number];

const darker = ([luma, blue, red]: Colour, by: number): Colour => [Math.max(16, luma - by), blue, red];

/** Draws a walking otter. */
export function drawOtter(picture: Picture, place: Place, seconds: number, fur: Colour): void {
  const part = partsOf(picture, place);
  part(-62, 8, 40, 6, darker(fur, 15));
  part(0, 0, 44, 17, fur);
  for (const [dx, phase] of [
    [-28, 0],
    [-14, 2],
    [18, 1],
    [30, 3],
  ] as const) {
    part(dx + 5 * Math.sin(seconds * 9 + phase), 18, 5, 9, darker(fur, 15));
  }
  part(48, -9, 17, 12, fur);
  part(40, -20, 4, 4, darker(fur, 8));
  part(54, -12, 2.5, 2.5, [235, 128, 128]);
}
export const otterReach: Reach = [-102, -25, 66, 28];

/** Draws a swimming otter: head, back and tail above the water. */
export function drawSwimmer(picture: Picture, place: Place, fur: Colour, foam: Colour): void {
  const part = partsOf(picture, place);
  for (const dx of [-50, -30, -8]) part(dx, 12, 26, 2, foam);
  part(-22, 5, 26, 7, darker(fur, 6));
  part(16, -1, 15, 10, fur);
  part(27, 2, 7, 5, fur);
  part(10, -10, 3.5, 3.5, darker(fur, 20));
  part(20, -4, 2, 2, [20, 128, 128]);
}
export const swimmerReach: Reach = [-78, -15, 36, 16];

/** Draws a trotting fox. */
export function drawFox(
  picture: Picture,
  place: Place,
  seconds: number,
  [fur, white, dark]: readonly [Colour, Colour, Colour],
  scale: number,
): void {
  const part = partsOf(picture, place, scale);
  for (const [dx, phase] of [
    [-26, 0],
    [-18, 3.1],
    [20, 1.6],
    [28, 4.7],
  ] as const) {
    part(dx + 6 * Math.sin(seconds * 8 + phase), 26, 3.5, 15, dark, -0.25 * Math.sin(seconds * 8 + phase));
  }
  part(-56, 4, 30, 8, fur, -0.3);
  part(-80, 11, 8, 6, white, -0.3);
  part(0, 0, 38, 15, fur);
  part(30, -6, 15, 10, fur, -0.7);
  part(27, 6, 11, 8, white, -0.6);
  part(42, -13, 15, 11, fur);
  part(56, -9, 9, 4.5, white, 0.2);
  part(65, -8, 2.5, 2.5, dark);
  part(36, -25, 4, 8, dark, -0.2);
  part(46, -25, 4, 8, dark, 0.2);
  part(49, -15, 2.2, 2.2, [235, 128, 128]);
}
export const foxReach: Reach = [-89, -34, 68, 41];

/** Draws a swimming mallard drake. */
export function drawMallard(
  picture: Picture,
  place: Place,
  [body, head, bill]: readonly [Colour, Colour, Colour],
): void {
  const part = partsOf(picture, place);
  part(0, 0, 24, 9, body);
  part(-24, -3, 7, 4, darker(body, 60), 0.4);
  part(4, -3, 14, 5, darker(body, 25));
  part(20, -9, 4, 9, head, 0.2);
  part(22, -17, 8, 7, head);
  part(33, -15, 6, 2.5, bill);
  part(25, -19, 1.5, 1.5, [20, 128, 128]);
}
export const mallardReach: Reach = [-31, -25, 39, 9];

/** Draws a drifting leafy seadragon. */
export function drawSeadragon(
  picture: Picture,
  place: Place,
  seconds: number,
  [body, leaf]: readonly [Colour, Colour],
): void {
  const part = partsOf(picture, place);
  const sway = (phase: number) => 0.5 * Math.sin(seconds * 1.4 + phase);
  for (let i = 0; i < 9; i += 1) {
    const dx = -95 + i * 18;
    part(dx, 12 * Math.sin(i / 2.3) + 4, 13, 10 - Math.abs(i - 4.5), body, 0.2);
  }
  for (const [dx, dy, phase] of [
    [-84, -14, 0],
    [-50, 28, 1],
    [-30, -12, 2],
    [6, 30, 3],
    [24, -22, 4],
    [54, 18, 5],
  ] as const) {
    part(dx, dy, 6, 20, leaf, sway(phase));
    part(dx + 8, dy * 1.3, 5, 11, leaf, sway(phase + 1) + 0.8);
    part(dx - 8, dy * 1.3, 5, 11, leaf, sway(phase + 2) - 0.8);
  }
  part(62, -8, 17, 10, body, -0.4);
  part(86, -14, 20, 3.5, body, -0.12);
  part(64, -11, 2.5, 2.5, [20, 128, 128]);
}
export const seadragonReach: Reach = [-112, -46, 108, 56];

/** Returns the box around an animal in whole pixels, cut at the edges of the picture. */
export function boxAround(
  { x, y, looks }: Place,
  [left, top, right, bottom]: Reach,
  { width, height }: Pick<Picture, "width" | "height">,
  scale = 1,
) {
  const across = [x + looks * left * scale, x + looks * right * scale].toSorted((a, b) => a - b);
  const within = (value = 0, max: number) => Math.min(max, Math.max(0, Math.round(value)));
  return {
    x1: within(across[0], width),
    y1: within(y + top * scale, height),
    x2: within(across[1], width),
    y2: within(y + bottom * scale, height),
  };
}
