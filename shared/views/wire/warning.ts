import * as z from "zod/mini";
import { described } from "../../domain/wire/described.ts";

/** A warning in the response to a request that succeeded. */
const Warning = z
  .strictObject({
    pointer: described(
      z.string(),
      "JSON Pointer to the value that the warning is about.",
      "/body/observation/species",
    ),
    detail: described(
      z.string(),
      "The warning as a sentence.",
      'No species is named "Vulpus vulpes". Did you mean Vulpes vulpes (3)?',
    ),
  })
  .check(z.meta({ id: "Warning" }));

/** The warnings of a response. Absent if there are none, and in a replay. */
export const warnings = z.optional(z.array(Warning));
