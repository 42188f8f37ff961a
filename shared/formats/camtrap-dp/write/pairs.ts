import type { Observation } from "../../../domain/annotation/observation.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import { isObservationType, type ObservationRow } from "../standard.ts";

// Maps, since a noted text may be the name of a property that every object inherits, such as `constructor`.
const lifeStages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    adult: "adult",
    subadult: "subadult",
    "sub-adult": "subadult",
    juvenile: "juvenile",
    young: "juvenile",
    immature: "juvenile",
    baby: "juvenile",
  }),
);
const sexes: ReadonlyMap<string, string> = new Map(
  Object.entries({ female: "female", f: "female", male: "male", m: "male" }),
);

type PairColumn = {
  readonly column: keyof ObservationRow;
  /** The keys of its pair, the best first. */
  readonly keys: readonly string[];
  /** Converts a text to a value of the column; `undefined` if the standard has none for it. */
  readonly value: (text: string) => string | undefined;
  /** True if the column takes any text. */
  readonly isText?: boolean;
};

const freeText = { value: (text: string) => text, isText: true };

const columns: readonly PairColumn[] = [
  // The page once suggested the keys `individuals` and `life stage`.
  {
    column: "count",
    keys: ["count", "individuals"],
    value: (text) => (/^[1-9][0-9]{0,5}$/.test(text) ? text : undefined),
  },
  {
    column: "lifeStage",
    keys: ["lifeStage", "life_stage", "life stage"],
    value: (text) => lifeStages.get(text.toLowerCase()),
  },
  { column: "sex", keys: ["sex"], value: (text) => sexes.get(text.toLowerCase()) },
  { column: "behavior", keys: ["behavior", "behaviour"], ...freeText },
  { column: "individualID", keys: ["individualID", "individual_id", "individual"], ...freeText },
  {
    column: "cameraSetupType",
    keys: ["cameraSetupType"],
    value: (text) => (text === "setup" || text === "calibration" ? text : undefined),
  },
  { column: "observationComments", keys: ["comments", "comment", "note", "notes"], ...freeText },
];

const nameKeys: ReadonlySet<string> = new Set(["species", "scientific_name", "common_name"]);
const typeKey = "observationType";

/**
 * Converts pairs to cells. Pairs that fit no column become tags, `key:value`.
 * @param shown the names that the row already shows in its other columns
 */
export function pairCells(observation: Observation, shown: readonly (string | undefined)[]): ObservationRow {
  const filled = columns.flatMap((each) => filledBy(each, observation));
  const used = new Set([typeKey, ...filled.map(({ key }) => key)]);
  const names = new Set(shown.flatMap((name) => (name === undefined ? [] : [nameKey(name)])));
  const tags = Object.entries(observation)
    .filter(([key, value]) => !used.has(key) && !(nameKeys.has(key) && names.has(nameKey(value))))
    .map(([key, value]) => `${inTag(key)}:${inTag(value)}`);
  return {
    ...Object.fromEntries(filled.map(({ column, value }) => [column, value])),
    observationTags: joinTags(tags),
  };
}

/** Updates pairs from a row. A cell that differs from its pair was edited. */
export function editedPairs(observation: Observation, row: ObservationRow): Observation {
  let edited = observation;
  for (const each of columns) {
    const [filled] = filledBy(each, observation);
    const text = row[each.column];
    if (text === filled?.value) continue;
    const { [filled?.key ?? ""]: _, ...others } = edited;
    edited = text === undefined ? others : { ...others, [each.keys[0] ?? each.column]: text };
  }
  return edited;
}

/** Joins tags as the standard lists them; `undefined` without any tag. */
export function joinTags(tags: readonly (string | undefined)[]): string | undefined {
  return tags.filter((tag) => tag !== undefined && tag !== "").join(" | ") || undefined;
}

/** The pairs of an observation that are no free text: names of species, and values of a fixed set or numbers. */
export function fixedPairs(observation: Observation): Observation {
  const filled = columns
    .filter(({ isText }) => isText !== true)
    .flatMap((each) => filledBy(each, observation));
  const { [typeKey]: type } = observation;
  const kept = new Set([
    ...nameKeys,
    ...(isObservationType(type) ? [typeKey] : []),
    ...filled.map(({ key }) => key),
  ]);
  return Object.fromEntries(Object.entries(observation).filter(([key]) => kept.has(key)));
}

function filledBy({ column, keys, value }: PairColumn, observation: Observation) {
  for (const key of keys) {
    const text = observation[key];
    const filling = text === undefined ? undefined : value(text);
    if (filling !== undefined) return [{ column, key, value: filling }];
  }
  return [];
}

/** Replaces bars, which separate tags, and line ends. */
function inTag(text: string): string {
  return text.replaceAll("|", "/").replace(/\s+/g, " ");
}
