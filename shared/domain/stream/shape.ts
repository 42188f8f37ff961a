import * as z from "zod/mini";

/** Asks for the shape of streams that has all fields. The other shape is that of the interface. */
export const streamShape = z.optional(z.enum(["full"])).check(
  z.meta({
    description:
      "`full` returns more fields: see `VideoStreamInFullShape`. Default: the fields of `VideoStream`.",
    examples: ["full"],
  }),
);
