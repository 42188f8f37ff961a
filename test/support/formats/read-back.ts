import type { Dataset } from "../../../shared/domain/dataset/dataset.ts";
import { descriptorFile } from "../../../shared/formats/camtrap-dp/read/descriptor-finding.ts";
import { type PackageFiles, readPackageInfo } from "../../../shared/formats/camtrap-dp/read/package-info.ts";
import { checkPackage } from "../../../shared/formats/camtrap-dp/read/read-package.ts";
import { type Finding, newReport } from "../../../shared/formats/finding.ts";
import { listOf } from "./list-of.ts";
import { startMs, type World } from "./world.ts";

/** Texts or bytes of a package's files, by path. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Returns the files of a package. Reading them yields small parts, as from a network. */
function filesOf(contents: Contents, partBytes = 1000): PackageFiles {
  return {
    has: (path) => Object.hasOwn(contents, path),
    open: async function* (path) {
      const bytes = Buffer.from(contents[path] ?? "");
      for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
    },
  };
}

/** Checks a package, and returns the records that an import of it would create. */
export async function readBack(contents: Contents, dataset: Dataset, dropsCells = false) {
  const report = newReport();
  const files = filesOf(contents);
  const { info, findings } = readPackageInfo(String(contents[descriptorFile]), files);
  report.add(findings);
  const refused = { findings: report.first as readonly Finding[], counts: report.counts };
  if (info === undefined) return { ...refused, world: undefined, rows: undefined };
  const checked = await checkPackage(files, info, {
    language: dataset.language,
    dropsCells,
    found: report.add,
  });
  if (report.counts.fatal > 0) return { ...refused, world: undefined, rows: undefined };
  return { ...refused, rows: checked.counts, world: await worldOf(checked, dataset, info.id) };
}

async function worldOf(
  checked: Awaited<ReturnType<typeof checkPackage>>,
  dataset: Dataset,
  packageId: string | undefined,
): Promise<World> {
  const madeSources = await listOf(checked.sources());
  const sources = madeSources.map((made, i) => ({ ...made, id: i + 1, siteId: undefined, packageId }));
  const sourceIds = new Map(sources.map(({ key, id }) => [key, id]));
  const madeStreams = await listOf(checked.streams());
  const streams = madeStreams.map((made, i) => ({
    ...made,
    id: i + 1,
    source: sourceIds.get(made.source) ?? 0,
    url: "url" in made.address ? made.address.url : `s3://import/${made.address.file}`,
  }));
  const streamsByKey = new Map(streams.map((stream) => [stream.key, stream]));
  const annotations = (await listOf(checked.annotations())).map((made, i) => ({
    ...made,
    id: i + 1,
    videostream: streamsByKey.get(made.stream)?.id ?? 0,
    source: streamsByKey.get(made.stream)?.source ?? 0,
    identifications: [],
    author: { id: 1, source: undefined },
    createdMs: startMs,
    changedMs: startMs,
  }));
  const species = checked.species.map((made, i) => ({ ...made, id: i + 1, externalTaxonId: undefined }));
  return { dataset, sources, streams, species, users: [], annotations };
}
