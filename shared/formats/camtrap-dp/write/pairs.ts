import type { Observation } from "../../../domain/annotation/observation.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import type { ObservationRow } from "../standard.ts";

// Maps: what somebody noted may be the name of something that every object has, such as `constructor`.
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
  /** What a text means in the column; `undefined` if the standard does not know it. */
  readonly value: (text: string) => string | undefined;
};

const columns: readonly PairColumn[] = [
  { column: "count", keys: ["count"], value: (text) => (/^[1-9][0-9]{0,5}$/.test(text) ? text : undefined) },
  {
    column: "lifeStage",
    keys: ["lifeStage", "life_stage"],
    value: (text) => lifeStages.get(text.toLowerCase()),
  },
  { column: "sex", keys: ["sex"], value: (text) => sexes.get(text.toLowerCase()) },
  { column: "behavior", keys: ["behavior", "behaviour"], value: (text) => text },
  { column: "individualID", keys: ["individualID", "individual_id", "individual"], value: (text) => text },
  {
    column: "cameraSetupType",
    keys: ["cameraSetupType"],
    value: (text) => (text === "setup" || text === "calibration" ? text : undefined),
  },
  { column: "observationComments", keys: ["comments", "comment", "note", "notes"], value: (text) => text },
];

const nameKeys: ReadonlySet<string> = new Set(["species", "scientific_name", "common_name"]);
const typeKey = "observationType";

/**
 * What was noted as cells. Pairs that no column takes become tags, `key:value`.
 * @param shown the names that the row shows in its own column
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

/** Pairs as a row says them: where its cells differ from those of the pairs, somebody has edited it. */
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

/** Tags as the standard lists them; `undefined` if there is none. */
export function joinTags(tags: readonly (string | undefined)[]): string | undefined {
  return tags.filter((tag) => tag !== undefined && tag !== "").join(" | ") || undefined;
}

/** What remains of an observation whose place is not told: names, and what fills a column, but no notes. */
export function veiledPairs(observation: Observation): Observation {
  const filled = columns.flatMap((each) => filledBy(each, observation));
  const told = filled.filter(({ column }) => column !== "observationComments").map(({ key }) => key);
  const kept = new Set([...nameKeys, typeKey, ...told]);
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

/** A bar separates tags, and a tag is on one line. */
function inTag(text: string): string {
  return text.replaceAll("|", "/").replace(/\s+/g, " ");
}
