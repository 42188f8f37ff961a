import * as z from "zod/mini";
import { nameKey } from "./name-key.ts";

/** What a transaction can hold beside the rest of the worst annotation. */
const maxPairs = 20;
const maxKeyBytes = 256;
const maxValueBytes = 1024;

const encoder = new TextEncoder();

/** No text has more characters than bytes, so that the description can give the bytes as its length. */
function bytes(most: number) {
  return z.string().check(
    z.minLength(1),
    z.meta({ maxLength: most }),
    z.refine((value) => value.isWellFormed(), { error: "Must not contain lone surrogates" }),
    z.refine((value) => encoder.encode(value).length <= most, {
      error: `Must have at most ${most} bytes of UTF-8`,
    }),
  );
}

/** What was noted, in pairs of a key and a value, kept exactly. */
export const Observation = z.record(bytes(maxKeyBytes), bytes(maxValueBytes)).check(
  z.refine((pairs) => Object.keys(pairs).length >= 1, { error: "Must have at least one pair" }),
  z.refine((pairs) => Object.keys(pairs).length <= maxPairs, {
    error: `Must have at most ${maxPairs} pairs`,
  }),
  z.meta({
    description: `Pairs of text. A key has at most ${maxKeyBytes} bytes of UTF-8, a value ${maxValueBytes}.`,
    minProperties: 1,
    maxProperties: maxPairs,
    examples: [{ species: "Vulpes vulpes", behaviour: "drinking" }],
  }),
);
export type Observation = Readonly<Record<string, string>>;

/** Under these keys an observation says what species it is of. */
const nameKeys = ["species", "common_name", "scientific_name"] as const;

/** The names under which an observation is found, in the form in which names compare. */
export function namesIn(observation: Observation): readonly string[] {
  return nameKeys.flatMap((key) =>
    Object.hasOwn(observation, key) ? [nameKey(observation[key] ?? "")] : [],
  );
}

/** The names by which an observation identifies what its author saw. */
export function identifyingNames(observation: Observation): readonly string[] {
  return ["species", "common_name"].flatMap((key) =>
    Object.hasOwn(observation, key) ? [nameKey(observation[key] ?? "")] : [],
  );
}
