import type { ImportTable } from "../../domain/job/import-job.ts";
import { descriptorFile, inDescriptor } from "../../formats/camtrap-dp/read/descriptor-finding.ts";
import {
  type PackageFiles,
  type PackageInfo,
  readPackageInfo,
} from "../../formats/camtrap-dp/read/package-info.ts";
import { checkPackage } from "../../formats/camtrap-dp/read/read-package.ts";
import type { Finding } from "../../formats/finding.ts";
import { UnreadableTable } from "../../formats/unreadable-table.ts";
import type { ImportFormat } from "./format.ts";
import { UnreadableFile } from "./unreadable-file.ts";
import { maxUnpackedOf, openZip, type ZipEntries } from "./zip-entries.ts";

/** Maximum size of datapackage.json, which is read as a whole: enough for 100,000 species. */
const maxDescriptorBytes = 10e6;

/** The tables of a package, and the records that their rows become. */
const tables = [
  ["deployments", "sources"],
  ["media", "streams"],
  ["observations", "annotations"],
  ["own", "annotations"],
] as const;

const nameless =
  "datapackage.json has neither an `id` nor a `name`. Add one, or start the import again with the option `source`: a name of your own for this package.";

/** A package of Camtrap DP in any folder of a zip. */
export const camtrapDpImport: ImportFormat = {
  row: "line",

  check: async (upload, { language, options, found }) => {
    const { leftOver, ...inZip } = packageIn(await openZip(upload));
    const files = { ...inZip, maxTableBytes: maxUnpackedOf(upload) };
    const { info, findings } = readPackageInfo(await descriptorOf(files), files);
    found(undefined, findings);
    if (info === undefined) return undefined;
    const tableOf = tableNames(info);
    let isFatal = false;
    const checked = await checkPackage(files, info, {
      language,
      // In an update, a missing cell would remove the value that an earlier import stored.
      dropsCells: options.on_bad_row === "skip" && options.on_existing !== "update",
      found: (list) => {
        for (const finding of list) found(tableOf(finding), [finding]);
        isFatal ||= list.some(({ level }) => level === "fatal");
      },
    });
    if (isFatal) return undefined;
    found(undefined, filesLeftOut(leftOver()));
    const { counts, species, standIns } = checked;
    const rows = ({ made, bad }: { made: number; bad: number }) => ({ rows: made, bad });
    return {
      packageId: info.id ?? { nameless },
      describes: info.describes,
      rows: {
        sources: rows(counts.deployments),
        species: { rows: species.length, bad: 0 },
        streams: { rows: counts.media.made + standIns, bad: counts.media.bad },
        annotations: rows(counts.observations),
      },
      makes: {
        sources: checked.sources,
        species: async function* () {
          yield* species;
        },
        streams: checked.streams,
        annotations: checked.annotations,
      },
    };
  },

  openMedia: async (upload) => packageIn(await openZip(upload)).open,
};

/** The files beside datapackage.json. If the zip has several, the one in the topmost folder is used. */
function packageIn({ names, open }: ZipEntries): PackageFiles & {
  /** The names in the zip of files that nobody has looked for. */
  readonly leftOver: () => readonly string[];
} {
  const depthOf = (name: string) => name.split("/").length;
  const found = [...names]
    .filter((name) => name.split("/").at(-1) === descriptorFile)
    .toSorted((a, b) => depthOf(a) - depthOf(b));
  const [first, second] = found;
  if (first === undefined) throw withoutDescriptor(names);
  if (second !== undefined && depthOf(second) === depthOf(first)) {
    throw new UnreadableFile(
      "two-packages",
      `The zip has two packages: ${first} and ${second}. Import each of them separately.`,
    );
  }
  const folder = first.slice(0, -descriptorFile.length);
  // A Mac writes a letter with an accent as two characters.
  const composed = new Map([...names].map((name) => [name.normalize("NFC"), name]));
  const inZip = (path: string) => {
    const name = folder + path.replace(/^(\.\/)+/, "");
    return names.has(name) ? name : (composed.get(name.normalize("NFC")) ?? name);
  };
  const sought = new Set([first]);
  return {
    has: (path) => {
      const name = inZip(path);
      if (names.has(name)) sought.add(name);
      return names.has(name);
    },
    open: (path) => open(inZip(path)),
    leftOver: () => [...names].filter((name) => !sought.has(name)),
  };
}

/** A zip may have files that the package does not name, such as a text about it. */
function filesLeftOut([first, ...others]: readonly string[]): readonly Finding[] {
  if (first === undefined) return [];
  const files = others.length === 0 ? "a file" : `${others.length + 1} files`;
  const message = `The zip has ${files} that the package does not name, such as ${first}. ${others.length === 0 ? "It is" : "They are"} left out.`;
  return [inDescriptor("warning", "file", undefined, first, message)];
}

function withoutDescriptor(names: ReadonlySet<string>): UnreadableFile {
  const inner = [...names].find((name) => /\.(zip|7z|rar|tar|tgz)$/i.test(name));
  if (inner !== undefined) {
    return new UnreadableFile(
      "nested",
      `The zip contains another archive. Import that one instead: ${inner}.`,
    );
  }
  return new UnreadableFile(
    "no-datapackage",
    "The zip has no datapackage.json. A package of Camtrap DP has a datapackage.json, with deployments.csv, media.csv and observations.csv beside it.",
  );
}

async function descriptorOf({ open }: PackageFiles): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of open(descriptorFile)) {
      bytes += chunk.length;
      if (bytes > maxDescriptorBytes) {
        throw new UnreadableFile("too-large", `${descriptorFile} has more than 10 MB.`);
      }
      chunks.push(chunk);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof UnreadableTable) {
      throw new UnreadableFile(error.code, `${descriptorFile} ${error.message}`);
    }
    if (error instanceof TypeError) {
      throw new UnreadableFile("encoding", `${descriptorFile} is not in UTF-8. Save it in UTF-8.`);
    }
    throw error;
  }
}

function tableNames(info: PackageInfo): (finding: Finding) => ImportTable | undefined {
  const byPath = new Map(
    tables.flatMap(([name, table]) => {
      const path = info.tables[name]?.path;
      return path === undefined ? [] : [[path, table] as const];
    }),
  );
  return ({ file }) => byPath.get(file);
}
