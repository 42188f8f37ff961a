import { createHash } from "node:crypto";

/** Record types that have lists. */
export type ListType =
  | "annotation"
  | "capturesource"
  | "export"
  | "import"
  | "media"
  | "species"
  | "user"
  | "videostream";

/**
 * A property that lists can be filtered by: a name, and the values that a record has for it, such as `["cs",
 * 12]` or `["kv", "behaviour", "feeding"]`. Every record has the term `["*"]`.
 */
export type Term = readonly [name: string, ...values: readonly (string | number)[]];

/**
 * Maximum length of a term in a key. A partition key has at most 2,048 bytes, so longer terms are replaced with their
 * hash, in a form that no other term has.
 */
const maxTermCharacters = 1000;

/** The periods of a calendar share a partition, so that one Query reads consecutive periods. */
const calendars: ReadonlySet<string> = new Set(["year", "month", "day"]);

/** The keys of a term's segments: their partition, and the prefix of their sort keys. */
export type TermKey = { readonly partition: string; readonly prefix: string };

export function termKey(type: ListType, [name, ...values]: Term): TermKey {
  // Percent-encoded, so that different names and values never give the same text.
  const [value = "", ...more] = values.map((each) => encodeURIComponent(each));
  if (calendars.has(name)) return { partition: `X#${type}#${name}`, prefix: `${value}#` };
  const text = values.length === 0 ? name : `${name}=${[value, ...more].join("=")}`;
  const short =
    text.length <= maxTermCharacters ? text : `#${createHash("sha256").update(text).digest("base64url")}`;
  return { partition: `X#${type}#${short}`, prefix: "" };
}

/** A unique name for a term. Partitions have no spaces. */
export function termName({ partition, prefix }: TermKey): string {
  return prefix === "" ? partition : `${partition} ${prefix}`;
}

/** The keys of terms by the names of the terms. Duplicates are left out. */
export function termsByName(type: ListType, terms: readonly Term[]): ReadonlyMap<string, TermKey> {
  const keys = terms.map((term) => termKey(type, term));
  return new Map(keys.map((key) => [termName(key), key]));
}
