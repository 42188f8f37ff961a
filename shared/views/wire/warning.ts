import * as z from "zod/mini";

/** A warning in the response to a request that succeeded. */
const Warning = z
  .strictObject({
    pointer: z.string().check(
      z.meta({
        description: "JSON Pointer to the value that the warning is about.",
        examples: ["/body/observation/species"],
      }),
    ),
    detail: z.string().check(
      z.meta({
        description: "The warning as a sentence.",
        examples: ['No species is named "Vulpus vulpes". Did you mean Vulpes vulpes (3)?'],
      }),
    ),
  })
  .check(z.meta({ id: "Warning" }));

/** The warnings of a response. Absent if there are none, and in a replay. */
export const warnings = z.optional(z.array(Warning));
