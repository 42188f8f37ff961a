import * as z from "zod/mini";
import { nameKey } from "../species/name-key.ts";
import { mustBe } from "../wire/must-be.ts";
import { wellFormed } from "../wire/text.ts";

/** Maximum number of pairs. More would not fit into the transaction of the largest annotation. */
export const maxPairs = 20;
const maxKeyBytes = 256;
const maxValueBytes = 1024;

const encoder = new TextEncoder();

/** A text never has more characters than bytes, so the API's description can give the bytes as its maximum length. */
function textOfBytes(max: number) {
  return z.string({ error: mustBe(`text of 1 to ${max} bytes in UTF-8`) }).check(
    z.minLength(1),
    z.meta({ maxLength: max }),
    wellFormed(),
    z.refine((value) => encoder.encode(value).length <= max),
  );
}

const form = `an object with at most ${maxPairs} texts, for example \`{"species": "Vulpes vulpes"}\``;

/** An observer's notes: pairs of a key and a value, stored exactly as sent. */
export const Observation = z
  .record(textOfBytes(maxKeyBytes), textOfBytes(maxValueBytes), {
    error: (issue) => (issue.code === "invalid_key" ? undefined : mustBe(form)(issue)),
  })
  .check(
    z.refine((pairs) => Object.keys(pairs).length <= maxPairs),
    z.meta({
      description: `Pairs of text. A key has at most ${maxKeyBytes} bytes in UTF-8, a value at most ${maxValueBytes}.`,
      maxProperties: maxPairs,
      examples: [{ species: "Vulpes vulpes", behaviour: "drinking" }],
    }),
  );
export type Observation = Readonly<Record<string, string>>;

/** Returns the pairs to store: `undefined` if there are none. */
export function noted(pairs: Observation): Observation | undefined {
  return Object.keys(pairs).length === 0 ? undefined : pairs;
}

/** The keys whose values name the species. */
const nameKeys = ["species", "common_name", "scientific_name"] as const;

/** Returns the names by which lists find an observation, as name keys. */
export function namesIn(
  observation: Observation,
  keys: readonly (typeof nameKeys)[number][] = nameKeys,
): readonly string[] {
  return keys.flatMap((key) => (Object.hasOwn(observation, key) ? [nameKey(observation[key] ?? "")] : []));
}

/** The keys whose values count as votes for the species with that name. */
export const identifyingKeys = ["species", "common_name"] as const;

/** Returns the names that count as votes for a species, as name keys. */
export function identifyingNames(observation: Observation): readonly string[] {
  return namesIn(observation, identifyingKeys);
}
