import type { MediaOut } from "../../interchange/camtrap-dp/out/media.ts";
import type { Stored } from "../export-format.ts";
import { groupsOf } from "../groups-of.ts";
import { jsonLinesOf } from "../json-lines.ts";
import { type MediaLine, mediaOf, type RowLine } from "./row-lines.ts";
import { type MetSource, mediaTable, observationsTable } from "./summary.ts";

/** Labels in memory at a time, of about 1.5 KB each: those of one source at least, since an event is one source's. */
const mostLabels = 100_000;

/** The labels of a source in the order of their ids, and the files that they are of if these were asked for. */
export type OfSource = { readonly labels: readonly RowLine[]; readonly files: readonly MediaOut[] };

/** What the pieces have of each source, source by source. All pieces are read once for every 100,000 labels. */
export async function* bySource(
  stored: Pick<Stored, "table">,
  sources: ReadonlyMap<string, MetSource>,
  hasFiles: boolean,
  most = mostLabels,
): AsyncGenerator<OfSource> {
  for (const pairs of groupsOf(sources, ([, { labels }]) => labels, most)) {
    const group = pairs.map(([id]) => id);
    const labels = new Map<string, RowLine[]>(group.map((id) => [id, []]));
    for await (const piece of stored.table(observationsTable)) {
      for (const line of jsonLinesOf<RowLine>(piece)) labels.get(line[0])?.push(line);
    }
    const files = hasFiles ? await filesOf(stored, group) : undefined;
    for (const [id, own] of labels) yield { labels: own, files: [...(files?.get(id)?.values() ?? [])] };
  }
}

async function filesOf(
  stored: Pick<Stored, "table">,
  sources: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, MediaOut>>> {
  const files = new Map(sources.map((id) => [id, new Map<string, MediaOut>()]));
  for await (const piece of stored.table(mediaTable)) {
    for (const line of jsonLinesOf<MediaLine>(piece)) {
      const file = mediaOf(line);
      files.get(file.row.deploymentID ?? "")?.set(line[0], file);
    }
  }
  return files;
}
