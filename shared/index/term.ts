import { createHash } from "node:crypto";

/** Record types that have lists. */
export type ListType = "annotation" | "capturesource" | "media" | "species" | "user" | "videostream";

/**
 * What a list can be filtered by: "the ids with this term" is a row of segments under one partition key.
 * Calendar terms put their periods side by side in one partition, so that one Query reads a run of them.
 */
export type Term = {
  readonly partition: string;
  /** What stands before the segment's key: the period and a `#`, or nothing. */
  readonly prefix: string;
};

/** Every record of the type. */
export function everyTerm(type: ListType): Term {
  return term(type, "*");
}

/** The records with this value (or these: a key and a value) under this name. */
export function valueTerm(type: ListType, name: string, ...values: readonly (string | number)[]): Term {
  // Percent-encoded, so that no value can run into the next or into another name.
  return term(type, `${name}=${values.map((value) => encodeURIComponent(value)).join("=")}`);
}

/** The records of one period; `2026`, `2026-03` and `2026-03-01` of the calendars y, m and d. */
export function periodTerm(type: ListType, calendar: "y" | "m" | "d", period: string): Term {
  return { partition: `${partitionOf(type)}${calendar}`, prefix: `${period}#` };
}

/** Two terms are one exactly when this is equal. */
export function termKey({ partition, prefix }: Term): string {
  return `${partition} ${prefix}`;
}

/** A partition key may have 2,048 bytes; over 1,000 a hash stands for the value, in a form no value has. */
const longestName = 1000;

function term(type: ListType, name: string): Term {
  const short =
    name.length <= longestName ? name : `#${createHash("sha256").update(name).digest("base64url")}`;
  return { partition: `${partitionOf(type)}${short}`, prefix: "" };
}

function partitionOf(type: ListType): string {
  return `X#${type}#`;
}
