import type * as z from "zod/mini";

/**
 * The schemas that the API's description shows in place of schemas that parse by a function, such as one that first
 * tells apart two forms of a body. Nothing is parsed by them.
 */
export const wireForms = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
