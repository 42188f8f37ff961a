import * as z from "zod/mini";

// An error text of a schema continues a sentence that begins with a field's name, such as "`endTime` must not be before
// `startTime`.". `fieldFaults` adds the name.

/** The input of an error text: the value that was sent, and the schema that rejects it. */
type Rejected = { readonly input?: unknown; readonly schema?: z.core.$ZodType | undefined };

/**
 * An error text that describes the right form of a value, with the schema's example.
 * @param form a noun phrase, such as "a whole number from 1 to 100"
 */
export function mustBe(form: string) {
  return ({ input, schema }: Rejected): string =>
    `${input === undefined ? "is required:" : "must be"} ${form}${exampleOf(schema)}.`;
}

/** The error text for a name that a request may not have. */
export function unknownName(kind: "field" | "parameter", known: readonly string[]): string {
  if (known.length === 0) return `is not a known ${kind}: this request has none.`;
  return `is not a known ${kind}. Known ${kind}s: ${known.join(", ")}.`;
}

/**
 * Returns the example as part of a sentence. Examples of objects and lists are left out, because they would make the
 * message too long.
 */
function exampleOf(schema: z.core.$ZodType | undefined): string {
  const examples = schema && z.globalRegistry.get(schema)?.["examples"];
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof example === "string" || typeof example === "number" ? `, for example \`${example}\`` : "";
}
