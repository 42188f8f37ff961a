import type * as z from "zod/mini";

/**
 * For schemas that parse in a way of their own, such as by looking first at which of two forms a body has: the
 * schema of what they take. Nothing is parsed by it; the API's description shows it.
 */
export const wireForms = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
