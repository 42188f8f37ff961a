import * as z from "zod/mini";

/** Fits into 32 bits; no picture is larger. */
const coordinate = z.int().check(z.nonnegative(), z.lte(2 ** 31 - 1));

/** A rectangle in the picture, in pixels from the upper left corner. Both corners are part of it. */
export const Box = z.strictObject({ x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate }).check(
  z.refine(({ x1, x2 }) => x1 <= x2, { error: "must not be less than `x1`.", path: ["x2"] }),
  z.refine(({ y1, y2 }) => y1 <= y2, { error: "must not be less than `y1`.", path: ["y2"] }),
  z.meta({
    id: "Box",
    description: "A rectangle in the picture, in pixels from the upper left corner: x1 ≤ x2, y1 ≤ y2.",
    examples: [{ x1: 88, y1: 200, x2: 240, y2: 330 }],
  }),
);
export type Box = z.infer<typeof Box>;
