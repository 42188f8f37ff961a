import type { SpeciesKind } from "../../domain/species/traits.ts";

/** The meaning of a label's text. */
export type Taxon = {
  readonly kind: SpeciesKind;
  /** Scientific name of the lowest rank that is given. */
  readonly name?: string | undefined;
  readonly commonName?: string | undefined;
  /** Names of the taxa above, highest rank first. */
  readonly lineage?: readonly string[];
};

/** Labels that name a kind, not a taxon. */
const words: ReadonlyMap<string, SpeciesKind> = new Map([
  ["animal", "animal"],
  ["group", "animal"],
  ["person", "human"],
  ["people", "human"],
  ["human", "human"],
  ["vehicle", "vehicle"],
  ["blank", "blank"],
  ["empty", "blank"],
  ["none", "blank"],
  ["unknown", "unknown"],
  ["no cv result", "unknown"],
]);

/**
 * Parses a label: a word such as `person`, or SpeciesNet's seven parts `id;class;order;family;genus;species;common
 * name`. All parts except the id may be empty.
 * @returns `undefined` for every other text, which may be any name
 */
export function taxonOf(label: string): Taxon | undefined {
  const word = words.get(label.toLowerCase());
  if (word !== undefined) return { kind: word };
  const parts = label.split(";").map((part) => part.trim());
  if (parts.length !== 7) return undefined;
  const [, ...named] = parts;
  const [commonName = ""] = named.splice(-1);
  const kind = words.get(commonName.toLowerCase()) ?? "animal";
  // The label "no cv result" has this text in every part.
  const ranks = named.map((part) => (words.has(part.toLowerCase()) ? "" : part));
  const [genus = "", species = ""] = ranks.slice(-2);
  const above = ranks
    .slice(0, -1)
    .filter((part) => part !== "")
    .map(capitalised);
  const name = species !== "" && genus !== "" ? `${capitalised(genus)} ${species}` : above.pop();
  if (name === undefined) return { kind };
  return { kind, name, commonName: commonName || undefined, lineage: above };
}

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
