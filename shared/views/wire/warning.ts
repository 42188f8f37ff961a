import * as z from "zod/mini";

/** What a request that succeeded should know. */
const Warning = z
  .strictObject({
    pointer: z.string().check(
      z.meta({
        description: "JSON Pointer to the value that it is about.",
        examples: ["/body/observation/species"],
      }),
    ),
    detail: z.string().check(
      z.meta({
        description: "A sentence for people.",
        examples: ['No species is named "Vulpus vulpes". Did you mean Vulpes vulpes (3)?'],
      }),
    ),
  })
  .check(z.meta({ id: "Warning" }));

/** The warnings of a response. Absent without any, and for a repeated request. */
export const warnings = z.optional(z.array(Warning));
