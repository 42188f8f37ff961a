import { NewDataset } from "../../../domain/dataset/dataset.ts";
import type { Finding } from "../../finding.ts";
import { ownSource } from "../own-table.ts";
import { inDescriptor } from "./descriptor-finding.ts";
import { isObject, pruned } from "./prune.ts";

type Json = Readonly<Record<string, unknown>>;

/** Properties of datapackage.json that are no part of the description: each export makes them anew. */
const madeAnew: ReadonlySet<string> = new Set([
  ...["resources", "profile", "id", "created", "spatial", "temporal", "taxonomic", "gbifIngestion"],
]);

/** Maximum size of a description as JSON. A dataset has at most 300,000 bytes. */
const maxBytes = 400_000;
/** Maximum number of properties. A dataset has 16. */
const mostProperties = 1000;
/** Maximum depth of a description. That of a valid one is 3. */
const maxDepth = 6;
/** Number of items that are read of each list: one more than a dataset can have, so that a longer list is refused. */
const maxItems = 101;
/** Maximum length of a dataset's name. */
const maxName = 100;

/**
 * Reads the description of a dataset in datapackage.json. Reports the parts that a dataset cannot have, and leaves them
 * out. `dataset` is `undefined` if the rest does not describe a dataset.
 */
export function describedIn(json: Json): {
  readonly dataset: NewDataset | undefined;
  readonly findings: readonly Finding[];
} {
  const properties = Object.keys(json).filter((property) => !madeAnew.has(property));
  const about = properties
    .slice(0, mostProperties + 1)
    .map((property) => [property, json[property]] as const);
  if (about.length > mostProperties || isTooLong(about)) {
    return { dataset: undefined, findings: [incomplete("it is too long")] };
  }
  const told = withoutEmpty(Object.fromEntries(about));
  const given = derivedOut(isObject(told) ? told : {});
  // Some programs write nothing but a name.
  if (Object.keys(given).every((property) => property === "name"))
    return { dataset: undefined, findings: [] };
  const read = pruned(NewDataset, { ...given, ...named(given) });
  const findings = read.removed.map(({ path, value, rule }) =>
    inDescriptor("warning", "metadata", path, value, `\`${path}\` ${rule} It is left out.`),
  );
  if ("missing" in read) {
    const why =
      read.missing === "" ? "it has too many faults" : `\`${read.missing}\` is missing or incomplete`;
    return { dataset: undefined, findings: [...findings, incomplete(why)] };
  }
  const { value: dataset } = read;
  return { dataset, findings: [...findings, ...renamed(json["name"], dataset.name)] };
}

function renamed(name: unknown, given: string): readonly Finding[] {
  if (typeof name !== "string" || name === given) return [];
  const message = `\`name\` has characters that names of exported files cannot have. The dataset is named ${given}.`;
  return [inDescriptor("warning", "metadata", "name", name, message)];
}

function incomplete(why: string): Finding {
  const message = `The description of the dataset in this package is left out, since ${why}. An admin can describe the dataset on the page under More, Dataset.`;
  return inDescriptor("warning", "dataset-incomplete", undefined, undefined, message);
}

function isTooLong(about: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(about)) > maxBytes;
  } catch {
    // Thousands of lists within lists overflow the stack.
    return true;
  }
}

/** Leaves out what exports add: the levels of the project's observations, and the service as a source. */
function derivedOut({ project, sources, ...rest }: Json): Json {
  const { observationLevel: _, ...own } = isObject(project) ? project : {};
  const others = Array.isArray(sources)
    ? sources.filter((source) => !(isObject(source) && source["title"] === ownSource.title))
    : sources;
  return {
    ...rest,
    ...(isObject(project) ? { project: own } : project === undefined ? {} : { project }),
    ...(others === undefined || (Array.isArray(others) && others.length === 0) ? {} : { sources: others }),
  };
}

/** Packages need no title, and their names may have other characters than those of a dataset. */
function named({ name, title, project }: Json): Json {
  const texts = [name, title, isObject(project) ? project["title"] : undefined];
  const [first] = texts.filter((text) => typeof text === "string");
  const short = first
    ?.toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, maxName);
  return { name: short, title: [title, texts[2], name].find((text) => text !== undefined) };
}

/** Removes empty values, which say nothing, and everything below the maximum depth. */
function withoutEmpty(value: unknown, depth = 0): unknown {
  if (depth > maxDepth || value === null || value === "") return undefined;
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxItems).flatMap((each) => {
      const told = withoutEmpty(each, depth + 1);
      return told === undefined ? [] : [told];
    });
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, each]) => {
    const told = withoutEmpty(each, depth + 1);
    return told === undefined ? [] : [[key, told] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
