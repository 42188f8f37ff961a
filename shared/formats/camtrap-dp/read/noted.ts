import { maxPairs, type Observation } from "../../../domain/annotation/observation.ts";
import type { Finding } from "../../finding.ts";
import { cut, cutBytes, wasCut } from "../../fit.ts";
import { type GoodRow, inRow } from "../../row-finding.ts";
import { namedBy } from "../write/named.ts";
import { editedPairs, joinTags, pairCells } from "../write/pairs.ts";
import type { OwnLabel } from "./own-in.ts";
import type { PackageIndex } from "./package-index.ts";

const maxValueBytes = 1024;
const tooMany = `A label can have at most ${maxPairs} pairs. The last pair is left out.`;

/** The pairs of an observation, and its tags that are not pairs. */
type Noted = {
  readonly observation: Observation | undefined;
  readonly tags: string | undefined;
  readonly findings: readonly Finding[];
};

/** Columns, and the keys of the pairs that they become. */
const pairs = [
  ["scientificName", "species"],
  ["observationType", "observationType"],
  ["count", "count"],
  ["lifeStage", "lifeStage"],
  ["sex", "sex"],
  ["behavior", "behaviour"],
  ["individualID", "individualID"],
  ["cameraSetupType", "cameraSetupType"],
  ["observationComments", "comments"],
] as const;

export function foreignPairs(row: GoodRow): Noted {
  const { observationType, scientificName, observationTags } = row.cells;
  const isNamedAnimal = observationType === "animal" && scientificName !== undefined;
  const { cells, findings } = fitting(row);
  const filled = pairs.flatMap(([column, key]) => {
    const text = cells[column];
    return text === undefined || (column === "observationType" && isNamedAnimal)
      ? []
      : [[key, text] as const];
  });
  return { observation: Object.fromEntries(filled), tags: observationTags, findings };
}

/** Cuts the cells that become pairs to the maximum length of a pair. */
function fitting(row: GoodRow): Pick<GoodRow, "cells"> & { readonly findings: readonly Finding[] } {
  const fitted = pairs.flatMap(([column]) => {
    const text = row.cells[column];
    if (text === undefined) return [];
    const short = column === "scientificName" ? cut(text, 256) : cutBytes(text, maxValueBytes);
    return [{ column, short, findings: wasCut(row, column, text, short) }];
  });
  return {
    cells: { ...row.cells, ...Object.fromEntries(fitted.map(({ column, short }) => [column, short])) },
    findings: fitted.flatMap(({ findings }) => findings),
  };
}

/**
 * Returns the pairs of a label that this service exported. Its votes are not imported, since their users are unknown
 * here. If the row's type or species differs from the pairs, by votes or because somebody edited the row, the pairs
 * take the row's values. Tags that an export made from pairs are left out.
 */
export function ownPairs(row: GoodRow, own: OwnLabel, index: PackageIndex): Noted {
  const { cells, findings } = fitting(row);
  const observation = editedPairs(own.observation ?? {}, cells);
  const { observationType, scientificName, observationTags = "" } = row.cells;
  const lookups = {
    species: () => undefined,
    speciesNamed: (key: string) => {
      const species = index.species.get(key);
      return species === undefined ? [] : [{ ...species, id: 0, externalTaxonId: undefined }];
    },
  };
  const named = (said: Observation) => namedBy({ identifications: [], observation: said }, lookups);
  const isSo = (said: Observation) => {
    const { type, scientificName: name } = named(said);
    return type === observationType && name === scientificName;
  };
  const { species: _s, common_name: _c, scientific_name: _n, ...unnamed } = observation;
  const renamed = scientificName === undefined ? unnamed : { species: cut(scientificName, 256), ...unnamed };
  const typed = { observationType: observationType ?? "unknown" };
  const decided: readonly Observation[] = [
    ...[observation, { ...observation, ...typed }],
    ...[renamed, { ...renamed, ...typed }],
  ];
  const all = decided.find(isSo) ?? decided.at(-1) ?? observation;
  const made = Object.fromEntries(Object.entries(all).slice(0, maxPairs));
  const shown =
    scientificName === undefined ? [] : [scientificName, index.used.get(scientificName)?.commonName];
  const derived = new Set(pairCells(made, shown).observationTags?.split(" | "));
  const tags = observationTags
    .split(" | ")
    .filter((tag) => !derived.has(tag) && !tag.startsWith("bboxPixels:"));
  const lost = Object.keys(all).length - Object.keys(made).length;
  return {
    observation: Object.keys(made).length === 0 ? undefined : made,
    tags: joinTags(tags),
    findings: lost === 0 ? findings : [...findings, inRow(row, "observationID", "warning", "cut", tooMany)],
  };
}
