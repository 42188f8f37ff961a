import * as z from "zod/mini";
import type { Annotation } from "../../../domain/annotation/annotation.ts";
import { Method, newLabel } from "../../../domain/annotation/machine-label.ts";
import { identifyingKeys, maxPairs, namesIn, Observation } from "../../../domain/annotation/observation.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import type { Box } from "../../../domain/stream/box.ts";
import { parseJson } from "../../../domain/wire/parse-json.ts";
import type { Finding } from "../../finding.ts";
import { cut, cutBytes, wasCut } from "../../fit.ts";
import { type GoodRow, inRow, type Mapped, refused } from "../../row-finding.ts";
import { isPair } from "./annotation-columns.ts";

/** A row's observation, and its observer. */
export type RowLabel = Pick<Annotation, "observation" | "method" | "confidence"> & {
  readonly observer: string;
  readonly boundingBox?: Box | undefined;
};

const forMachines = "A person's label cannot have a `confidence`. It is left out.";
const maxObserver = 320;
const maxValueBytes = 1024;

/** @param otherwise the maker of labels in rows without a `method` */
export function labelIn(row: GoodRow, otherwise?: Method): Mapped<RowLabel> {
  const { method: said, confidence: surely, observer: who = "unknown" } = row.cells;
  const sure = newLabel.confidence.safeParse(surely === undefined ? undefined : Number(surely));
  if (!sure.success) {
    return refused(row, "confidence", "range", "`confidence` must be a number from 0 to 1.");
  }
  const isByPerson = said === undefined && otherwise === "human";
  const confidence = isByPerson ? undefined : sure.data;
  // Only the labels of machines have a confidence.
  const likely = confidence === undefined ? "human" : "machine";
  const method = Method.safeParse(said?.trim() ?? otherwise ?? likely);
  if (!method.success) {
    return refused(row, "method", "enum", "`method` must be human or machine, or empty.");
  }
  if (method.data === "human" && confidence !== undefined) {
    const message =
      "A person's label cannot have a `confidence`. Leave it empty, or write machine into `method`.";
    return refused(row, "confidence", "method", message);
  }
  const noted = observationIn(row);
  if (noted.made === undefined) return { made: undefined, findings: noted.findings };
  const { observation } = noted.made;
  const observer = cut(who, maxObserver);
  return {
    made: { observation, method: method.data, confidence, observer },
    findings: [
      ...noted.findings,
      ...wasCut(row, "observer", who, observer),
      ...(isByPerson && sure.data !== undefined
        ? [inRow(row, "confidence", "warning", "left-out", forMachines)]
        : []),
    ],
  };
}

/**
 * Returns the pairs of a row: the pairs in `observation`, which pairs with a column of their own override, and the
 * species. If the pairs name no species, or another species than the columns do, the columns are used, since they show
 * the result of the votes.
 */
function observationIn(row: GoodRow): Mapped<{ readonly observation: Observation | undefined }> {
  const pairs = pairsIn(row.cells["observation"]);
  if (pairs === undefined) {
    const message =
      'The observation must be pairs of text as JSON, such as {"behaviour":"drinking"}. Pairs may have columns of their own instead.';
    return refused(row, "observation", "type", message);
  }
  const findings: Finding[] = [];
  for (const [column, value] of Object.entries(row.cells)) {
    if (!isPair(column)) continue;
    // Names in the header have lost the spaces around them; keys in `observation` have not.
    const key = pairs.has(column)
      ? column
      : ([...pairs.keys()].find((each) => each.trim() === column) ?? column);
    const short = cutBytes(value, maxValueBytes);
    findings.push(...wasCut(row, column, value, short));
    pairs.set(key, short);
  }
  const observation = Object.fromEntries(namedPairs(row.cells, pairs));
  const count = Object.keys(observation).length;
  if (count > maxPairs) {
    const message = `A label can have at most ${maxPairs} pairs, and this row has ${count}. Remove columns that you do not need.`;
    return {
      made: undefined,
      findings: [...findings, ...refused(row, "observation", "pairs", message).findings],
    };
  }
  return { made: { observation: count === 0 ? undefined : observation }, findings };
}

function pairsIn(text = "{}"): Map<string, string> | undefined {
  const pairs = z.safeParse(Observation, parseJson(text));
  return pairs.success ? new Map(Object.entries(pairs.data)) : undefined;
}

function namedPairs(cells: GoodRow["cells"], pairs: ReadonlyMap<string, string>): Iterable<[string, string]> {
  const { scientific_name: scientific, common_name: common, kind } = cells;
  const named = scientific ?? common;
  if (named === undefined) {
    const isKnown = kind === undefined || kind.trim() === "animal" || pairs.has("observationType");
    return isKnown ? pairs : new Map(pairs).set("observationType", cutBytes(kind.trim(), maxValueBytes));
  }
  const noted = namesIn(Object.fromEntries(pairs));
  if ([scientific, common].some((name) => name !== undefined && noted.includes(nameKey(name)))) return pairs;
  const rest = [...pairs].filter(([key]) => !naming.has(key));
  const species = scientific === undefined ? "common_name" : "species";
  return new Map([[species, cut(named, 256)], ...rest]);
}

/** Keys that name a species. */
const naming: ReadonlySet<string> = new Set([...identifyingKeys, "scientific_name"]);
