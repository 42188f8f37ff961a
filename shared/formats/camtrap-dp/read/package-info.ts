import * as z from "zod/mini";
import type { NewDataset } from "../../../domain/dataset/dataset.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { parseJson } from "../../../domain/wire/parse-json.ts";
import type { CsvForm } from "../../csv-rows.ts";
import type { Finding } from "../../finding.ts";
import { ownSchemaName } from "../own-table.ts";
import { readVersions, type TableName } from "../standard.ts";
import { describedIn } from "./described.ts";
import { inDescriptor } from "./descriptor-finding.ts";
import { isObject } from "./prune.ts";
import { type PackageTaxon, taxaIn } from "./taxa.ts";

/** The files of a package, by their paths beside datapackage.json. */
export type PackageFiles = {
  readonly has: (path: string) => boolean;
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
  /** Size of a picture in the package, in pixels, if it is known. */
  readonly sizeOf?: (path: string) => FrameSize | undefined;
  /** Maximum size of an unpacked table in bytes, if the files come from an upload. */
  readonly maxTableBytes?: number;
};

export type TableFile = CsvForm & { readonly path: string };

export type PackageInfo = {
  /** `undefined` for a package that has neither an `id` nor a `name`. */
  readonly id: string | undefined;
  readonly tables: Readonly<Partial<Record<TableName | "own", TableFile>>>;
  readonly taxa: readonly PackageTaxon[];
  /** The description of the dataset, if the package has a complete one. */
  readonly describes: NewDataset | undefined;
};

const text = z.catch(z.optional(z.string()), undefined);
const Resource = z.looseObject({
  name: text,
  path: z.catch(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  schema: z.catch(z.optional(z.union([z.string(), z.looseObject({ name: text })])), undefined),
  dialect: z.catch(z.optional(z.looseObject({ delimiter: text })), undefined),
});
type Resource = z.infer<typeof Resource>;

/** A list. Counts its items before it parses them, because millions of wrong items take minutes and gigabytes. */
const list = <T>(item: z.core.$ZodType<T>, most: number) =>
  z.catch(z.pipe(z.array(z.unknown()).check(z.maxLength(most)), z.array(item)), []);

const Descriptor = z.looseObject({
  profile: text,
  id: text,
  name: text,
  resources: list(Resource, 1000),
});

/** Reads datapackage.json. `info` is `undefined` if a finding is fatal. */
export function readPackageInfo(
  json: string,
  files: Pick<PackageFiles, "has">,
): { readonly info: PackageInfo | undefined; readonly findings: readonly Finding[] } {
  const whole = parseJson(json.replace(/^\uFEFF/, ""));
  const parsed = z.safeParse(Descriptor, whole);
  if (!parsed.success || !isObject(whole)) {
    return {
      info: undefined,
      findings: [fatal("json", undefined, "datapackage.json must be a JSON object in UTF-8.")],
    };
  }
  const { id, name, resources } = parsed.data;
  const findings: Finding[] = [];
  const version = versionOf(parsed.data);
  if (version === undefined || !readVersions.includes(version)) {
    const rule = `must name Camtrap DP 1.0, 1.0.1 or 1.0.2${version === undefined ? "" : `, and not ${version}`}.`;
    findings.push(fatal("version", "profile", `\`profile\` ${rule}`, parsed.data.profile));
  }
  const tables: { [name in TableName | "own"]?: TableFile } = {};
  for (const table of ["deployments", "media", "observations"] as const) {
    const found = tableFile(table, resources, files);
    if ("path" in found) tables[table] = found;
    else findings.push(missing(table, found.problem));
  }
  const own = resources.find(({ schema }) => typeof schema === "object" && schema.name === ownSchemaName);
  if (typeof own?.path === "string" && files.has(own.path)) tables.own = formOf(own.path, own);
  findings.push(...Object.values(tables).flatMap(wrongDelimiter));
  if (findings.some(({ level }) => level === "fatal")) return { info: undefined, findings };
  const [{ dataset, findings: atDataset }, { taxa, findings: atTaxa }] = [
    describedIn(whole),
    taxaIn(whole["taxonomic"]),
  ];
  findings.push(...resources.filter((each) => each !== own).flatMap(otherResource), ...atDataset, ...atTaxa);
  return { info: { id: id ?? name, tables, taxa, describes: dataset }, findings };
}

/** Finds the version in the addresses of profile and schemas. GBIF's own addresses of schemas have it, too. */
function versionOf({ profile, resources }: z.infer<typeof Descriptor>): string | undefined {
  const addresses = [profile, ...resources.map(({ schema }) => schema)];
  const versions = addresses.map((address) =>
    typeof address === "string" ? /camtrap-dp\/(\d+(?:\.\d+)+)/.exec(address)?.[1] : undefined,
  );
  return versions.find((version) => version !== undefined);
}

function tableFile(
  table: TableName,
  resources: readonly Resource[],
  files: Pick<PackageFiles, "has">,
): TableFile | { readonly problem: string } {
  const resource = resources.find(({ name }) => name === table);
  const paths = [resource?.path ?? [`${table}.csv`, `${table}.csv.gz`].filter(files.has)].flat();
  const [path, second] = paths;
  if (path === undefined) return { problem: `There is no ${table}.csv.` };
  if (second !== undefined) return { problem: `The table \`${table}\` must be one file.` };
  if (!files.has(path)) return { problem: `datapackage.json names the file ${path}, which is missing.` };
  return formOf(path, resource);
}

function formOf(path: string, resource: Resource | undefined): TableFile {
  return { path, delimiter: resource?.dialect?.delimiter ?? ",", gzip: path.endsWith(".gz") };
}

function wrongDelimiter({ path, delimiter }: TableFile): readonly Finding[] {
  if (/^[^"\r\n]$/.test(delimiter)) return [];
  const message = `\`delimiter\` of ${path} must be one character that separates cells, such as a comma, but not a quote or a line end.`;
  return [fatal("delimiter", "delimiter", message, delimiter)];
}

/** Many packages are published without their media. */
function missing(table: TableName, problem: string): Finding {
  if (table !== "media") {
    return fatal(
      "missing-table",
      table,
      `${problem} A package must have the tables deployments and observations.`,
    );
  }
  const message = `${problem} Without it, only observations of events can be imported, not those of single files.`;
  return { ...fatal("missing-table", table, message), level: "warning" };
}

function fatal(code: string, column: string | undefined, message: string, value?: string): Finding {
  return inDescriptor("fatal", code, column, value, message);
}

const tableNames: ReadonlySet<string | undefined> = new Set(["deployments", "media", "observations"]);

/** A package may have resources of its own. */
function otherResource({ name }: Resource): readonly Finding[] {
  if (tableNames.has(name)) return [];
  const message = `The resource \`${name ?? ""}\` is no table of Camtrap DP. It is left out.`;
  return [inDescriptor("warning", "resource", "resources", name, message)];
}
