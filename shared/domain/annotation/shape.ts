import * as z from "zod/mini";

/** The shapes in which annotations are shown: the two of the interface, and one with all fields. */
export const Shape = z.enum(["identification", "observation", "full"]);
export type Shape = z.infer<typeof Shape>;
