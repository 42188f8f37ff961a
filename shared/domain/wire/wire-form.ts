import type * as z from "zod/mini";

/**
 * Schemas that the API's description shows in place of schemas that parse with a function, such as a schema that first
 * tells apart two forms of a body. The schemas that are shown parse nothing.
 */
export const wireForms = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
