import * as z from "zod/mini";
import type { Finding } from "../../finding.ts";
import { inDescriptor } from "./descriptor-finding.ts";
import { isObject } from "./prune.ts";

const ranks = ["kingdom", "phylum", "class", "order", "family", "genus", "species", "subspecies"] as const;
const Text = z.string().check(z.minLength(1));

const properties = {
  scientificName: Text,
  taxonID: Text,
  taxonRank: z.enum(ranks),
  kingdom: Text,
  phylum: Text,
  class: Text,
  order: Text,
  family: Text,
  genus: Text,
  vernacularNames: z.record(z.string().check(z.regex(/^[a-z]{3}$/)), Text),
};
const rules: ReadonlyMap<string, z.ZodMiniType> = new Map(Object.entries(properties));
const Taxon = z.extend(z.partial(z.object(properties)), { scientificName: Text });

/** A name of `taxonomic`. */
export type PackageTaxon = z.infer<typeof Taxon>;

/** Maximum number of names. Each takes a while to check. */
const mostTaxa = 100_000;
/** Maximum number of properties of a name, of its common names, and of properties that are reported. */
const most = 100;

/**
 * Reads `taxonomic`. Reports once for each property, with its first name, what a species cannot have, and leaves it
 * out.
 */
export function taxaIn(taxonomic: unknown): {
  readonly taxa: readonly PackageTaxon[];
  readonly findings: readonly Finding[];
} {
  const given: readonly unknown[] = Array.isArray(taxonomic) ? taxonomic : [];
  if (given.length > mostTaxa) {
    const message = "`taxonomic` has more than 100,000 names. It is left out.";
    return { taxa: [], findings: [inDescriptor("warning", "taxon", "taxonomic", undefined, message)] };
  }
  const left = new Map<string, Finding>();
  const taxa = given.flatMap((each) => {
    const { taxon, wrong } = taxonIn(each);
    for (const { property, value, why } of wrong) {
      if (left.has(property) || left.size >= most) continue;
      const message = `${why} It is left out, as for all further names in \`taxonomic\`.`;
      left.set(property, inDescriptor("warning", "taxon", `taxonomic/${property}`, value, message));
    }
    return taxon ?? [];
  });
  return { taxa, findings: [...left.values()] };
}

type Wrong = { readonly property: string; readonly value: unknown; readonly why: string };

function taxonIn(json: unknown): { readonly taxon?: PackageTaxon; readonly wrong: readonly Wrong[] } {
  const name = isSmall(json) ? z.safeParse(Text, json["scientificName"]) : undefined;
  if (!isSmall(json) || name?.success !== true) {
    const why = `A name in \`taxonomic\` has no \`scientificName\`, or more than ${most} properties.`;
    return { wrong: [{ property: "scientificName", value: undefined, why }] };
  }
  const wrong: Wrong[] = [];
  const kept = Object.entries(json).flatMap(([property, value]) => {
    if (value === null || value === "") return [];
    const rule = rules.get(property);
    const told = property === "vernacularNames" ? namesIn(value) : value;
    const isRight = rule !== undefined && z.safeParse(rule, told).success;
    if (!isRight || told !== value) {
      const form = rule === undefined ? "no property of a species" : "not in the form of Camtrap DP";
      wrong.push({ property, value, why: `\`${property}\` of ${name.data} is ${form}.` });
    }
    return isRight ? [[property, told] as const] : [];
  });
  return { taxon: z.parse(Taxon, Object.fromEntries(kept)), wrong };
}

/** The common names whose language has three letters. Returns the value itself if these are all. */
function namesIn(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (!isSmall(value)) return {};
  if (z.safeParse(properties.vernacularNames, value).success) return value;
  const kept = Object.entries(value).filter(
    (entry) => z.safeParse(properties.vernacularNames, Object.fromEntries([entry])).success,
  );
  return Object.fromEntries(kept);
}

function isSmall(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.keys(value).length <= most;
}

/** The finding about names that no observation has. Species are made only of names that occur. */
export function unusedTaxa(
  taxa: readonly PackageTaxon[],
  used: { has(name: string): boolean },
): readonly Finding[] {
  const [first, ...others] = taxa.filter(({ scientificName }) => !used.has(scientificName));
  if (first === undefined) return [];
  const { scientificName } = first;
  const names = others.length === 0 ? "has a name" : `has ${others.length + 1} names`;
  const message = `\`taxonomic\` ${names} that no observation has, such as ${scientificName}. No species is made of ${others.length === 0 ? "it" : "them"}.`;
  return [inDescriptor("warning", "taxon-unused", "taxonomic", scientificName, message)];
}
