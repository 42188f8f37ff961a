import { createHash } from "node:crypto";

/** Record types that have lists. */
export type ListType = "annotation" | "capturesource" | "media" | "species" | "user" | "videostream";

/**
 * What a list can be filtered by, as data: a name, and the values that a record must have under it, such as
 * `["cs", 12]` or `["kv", "behaviour", "feeding"]`; `["*"]` is every record.
 */
export type Term = readonly [name: string, ...values: readonly (string | number)[]];

/** A partition key may have 2,048 bytes; a longer term is a hash, in a form that no other term has. */
const maxTermCharacters = 1000;

/** Periods of the calendars stand side by side in one partition, so that one Query reads a run of them. */
const calendars: ReadonlySet<string> = new Set(["year", "month", "day"]);

/** Where the segments of a term lie: their partition, and what stands before a segment in the sort key. */
export type TermKey = { readonly partition: string; readonly prefix: string };

export function termKey(type: ListType, [name, ...values]: Term): TermKey {
  // Percent-encoded, so that no value can run into the next or into another name.
  const [value = "", ...more] = values.map((each) => encodeURIComponent(each));
  if (calendars.has(name)) return { partition: `X#${type}#${name}`, prefix: `${value}#` };
  const text = values.length === 0 ? name : `${name}=${[value, ...more].join("=")}`;
  const short =
    text.length <= maxTermCharacters ? text : `#${createHash("sha256").update(text).digest("base64url")}`;
  return { partition: `X#${type}#${short}`, prefix: "" };
}
