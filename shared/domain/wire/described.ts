import * as z from "zod/mini";

/** Adds a description, and one example if there is one, to a schema. The API's description shows both. */
export function described<S extends z.ZodMiniType>(schema: S, description: string, example?: unknown): S {
  return schema.check(z.meta({ description, ...(example === undefined ? {} : { examples: [example] }) }));
}
