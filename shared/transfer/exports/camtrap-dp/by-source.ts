import type { MediaOut } from "../../../formats/camtrap-dp/write/media.ts";
import { groupsOf } from "../../../work/groups-of.ts";
import { linesOf } from "../../../work/json-lines.ts";
import type { Stored } from "../format.ts";
import { type MediaLine, mediaOf, type RowLine } from "./row-lines.ts";
import { type MetSource, mediaTable, observationsTable } from "./summary.ts";

/** Maximum number of labels in memory. A source with more labels is read alone, since its events need all of them. */
const mostLabels = 100_000;

/** The labels of a source in the order of their ids, and their files if these were requested. */
export type OfSource = { readonly labels: readonly RowLine[]; readonly files: readonly MediaOut[] };

/** Yields the labels and files of each source from all pieces. Reads all pieces once for every 100,000 labels. */
export async function* bySource(
  stored: Pick<Stored, "table">,
  sources: ReadonlyMap<string, MetSource>,
  hasFiles: boolean,
  most = mostLabels,
): AsyncGenerator<OfSource> {
  for (const pairs of groupsOf(sources, ([, { labels }]) => labels, most)) {
    const group = pairs.map(([id]) => id);
    const labels = new Map<string, Buffer[]>(group.map((id) => [id, []]));
    for await (const piece of stored.table(observationsTable)) {
      for (const line of linesOf(piece)) {
        const [id]: RowLine = JSON.parse(line);
        labels.get(id)?.push(Buffer.from(line));
      }
    }
    const files = hasFiles ? await filesOf(stored, group) : undefined;
    for (const [id, own] of labels) {
      yield { labels: own.map(parsed<RowLine>), files: [...(files?.get(id)?.values() ?? [])].map(fileIn) };
    }
  }
}

async function filesOf(
  stored: Pick<Stored, "table">,
  sources: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Buffer>>> {
  const files = new Map(sources.map((id) => [id, new Map<string, Buffer>()]));
  for await (const piece of stored.table(mediaTable)) {
    for (const line of linesOf(piece)) {
      const file: MediaLine = JSON.parse(line);
      files.get(mediaOf(file).row.deploymentID ?? "")?.set(file[0], Buffer.from(line));
    }
  }
  return files;
}

/** Lines stay as bytes until their source's turn comes: as objects they take several times the memory. */
function parsed<T>(line: Buffer): T {
  return JSON.parse(line.toString());
}

function fileIn(line: Buffer): MediaOut {
  return mediaOf(parsed(line));
}
