import type * as z from "zod/mini";

/**
 * Schemas that the API's description shows in place of those that parse with a function, for example of one that first
 * tells apart two forms of a body. Nothing is parsed by them.
 */
export const wireForms = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
