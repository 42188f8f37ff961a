import type * as z from "zod/mini";

/**
 * The input of schemas that parse by a function, such as one that first tells apart two forms of a body. The API's
 * description shows this schema; nothing is parsed by it.
 */
export const wireForms = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
