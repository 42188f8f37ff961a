import type { components } from "../../../client/paths.d.ts";
import type { Dataset } from "../../api/dataset.ts";
import { isSame } from "../../is-same.ts";
import { type Fields, wordsOf } from "../../parts/form/fields.ts";

export type NewDataset = components["schemas"]["NewDataset"];
export type Contributor = components["schemas"]["Contributor"];
type License = components["schemas"]["License"];

export const roles = [
  "contact",
  "principalInvestigator",
  "rightsHolder",
  "publisher",
  "contributor",
] as const;
export const scopes = ["data", "media"] as const;
export const methods = ["activityDetection", "timeLapse"] as const;
export const designs = [
  ...(["simpleRandom", "systematicRandom", "clusteredRandom"] as const),
  ...(["experimental", "targeted", "opportunistic"] as const),
] as const;

/** Returns the identifier of a license: its name, or its address. */
export function licenseKey({ name, path }: Pick<License, "name" | "path">): string {
  return name ?? path ?? "";
}

/**
 * Returns the body of a request from the form. Fields that the form does not show stay unchanged. Fields without a
 * choice are left out, so that the service reports them as missing.
 */
export function bodyOf(fields: Fields, before: Dataset | undefined): NewDataset {
  const set = (name: string) => fields(name) || undefined;
  const { licenses = [], project } = before ?? {};
  const precision = set("coordinatePrecision");
  const keywords = wordsOf(fields("keywords"));
  const body = {
    ...before,
    title: fields("title"),
    name: fields("name"),
    description: set("description"),
    keywords: keywords.length > 0 ? keywords : undefined,
    version: set("version"),
    bibliographicCitation: set("bibliographicCitation"),
    homepage: set("homepage"),
    language: set("language"),
    contributors: Array.from({ length: Number(fields("contributors/count")) }, (_, i) => ({
      title: fields(`contributors/${i}/title`),
      firstName: set(`contributors/${i}/firstName`),
      lastName: set(`contributors/${i}/lastName`),
      role: set(`contributors/${i}/role`),
      email: set(`contributors/${i}/email`),
      organization: set(`contributors/${i}/organization`),
      path: set(`contributors/${i}/path`),
    })),
    licenses: licensesOf(fields, licenses),
    project: {
      ...project,
      title: fields("project/title"),
      acronym: set("project/acronym"),
      description: set("project/description"),
      path: set("project/path"),
      samplingDesign: set("project/samplingDesign"),
      captureMethod: methods.filter((method) => fields(`project/captureMethod/${method}`) !== ""),
      individualAnimals: fields("project/individualAnimals") !== "",
    },
    media_public: fields("media_public") !== "",
    coordinatePrecision: precision && Number(precision),
    taxon_id_prefix: set("taxon_id_prefix"),
  };
  // Removes properties that are `undefined`.
  return JSON.parse(JSON.stringify(body));
}

/** The form shows only the first license of each scope. */
function licensesOf(fields: Fields, before: readonly License[]): readonly License[] {
  const shown = scopes.map((scope) => before.find((each) => each.scope === scope));
  const chosen = scopes.flatMap((scope, i) => {
    const key = fields(`licenses/${scope}`);
    const same = shown[i];
    if (key === "") return [];
    return [same && licenseKey(same) === key ? same : { scope, name: key }];
  });
  return [...chosen, ...before.filter((license) => !shown.includes(license))];
}

/** Returns the fields in which two descriptions differ. */
export function differing(one: object, other: object): readonly string[] {
  const [a, b] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...a.keys(), ...b.keys()])].filter((field) => !isSame(a.get(field), b.get(field)));
}

/**
 * Merges the person's changes in the form into the stored description.
 * @param first the form's initial values. These can differ from the stored description without a change by the person: a
 * keyword with a comma becomes two keywords
 */
export function mergedOver(first: NewDataset, mine: NewDataset, stored: Dataset): NewDataset {
  const changed = new Set(differing(first, mine));
  const kept = Object.entries(stored).filter(([field]) => !changed.has(field));
  const own = Object.entries(mine).filter(([field]) => changed.has(field));
  return JSON.parse(JSON.stringify(Object.fromEntries([...kept, ...own])));
}
