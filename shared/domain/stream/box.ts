import * as z from "zod/mini";

/** A coordinate fits into 32 bits. No picture is larger. */
const coordinate = z.int().check(z.nonnegative(), z.lte(2 ** 31 - 1));

const corners = { x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate };
const examples = [{ x1: 88, y1: 200, x2: 240, y2: 330 }];

/** A rectangle in the picture, in pixels from the upper left corner. Both corners are part of it. */
export const Box = z.strictObject(corners).check(
  z.meta({
    id: "Box",
    description: "A rectangle in the picture, in pixels from the upper left corner: x1 ≤ x2, y1 ≤ y2.",
    examples,
  }),
);
export type Box = z.infer<typeof Box>;

/** A box in a request. A user may draw it from any corner to the opposite one. */
export const NewBox = z.pipe(
  z.strictObject(corners).check(
    z.meta({
      id: "NewBox",
      description:
        "Two opposite corners of a rectangle in the picture, in pixels from the upper left corner of the picture. It is stored with x1 ≤ x2 and y1 ≤ y2. If the stream has a `width` and a `height`, a box beyond the picture is 409.",
      examples,
    }),
  ),
  z.transform(
    ({ x1, y1, x2, y2 }): Box => ({
      x1: Math.min(x1, x2),
      y1: Math.min(y1, y2),
      x2: Math.max(x1, x2),
      y2: Math.max(y1, y2),
    }),
  ),
);
