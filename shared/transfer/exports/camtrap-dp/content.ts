import type { ExportOptions } from "../../../domain/job/export-options.ts";
import { ownColumns } from "../../../formats/camtrap-dp/own-table.ts";
import { deploymentColumns, observationColumns } from "../../../formats/camtrap-dp/standard.ts";
import type { DeploymentOut } from "../../../formats/camtrap-dp/write/deployments.ts";
import { deploymentId } from "../../../formats/camtrap-dp/write/ids.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { csvLine, csvLines } from "../../../formats/csv-text.ts";
import { jsonLinesOf } from "../../../work/json-lines.ts";
import type { Warn } from "../../../work/warnings.ts";
import { zipped } from "../../../work/zip.ts";
import { ExportImpossible, type Stored } from "../format.ts";
import { rowsWithEvents } from "./event-rows.ts";
import { gathered, type RecordedOf } from "./gathered.ts";
import { mediaRows } from "./media-rows.ts";
import type { MediaLine } from "./row-lines.ts";
import {
  joined as joinedSources,
  type MetSource,
  mediaTable,
  observationsTable,
  ownTable,
  readWhole,
} from "./summary.ts";
import { type Unlabelled, unlabelledStreams, type Wanted } from "./unlabelled.ts";

/** Settings of a package, and the reads of the table that are made after all pieces. */
export type PackageDeps = {
  readonly exporting: Exporting;
  readonly options: ExportOptions;
  readonly recordedOf: RecordedOf;
  /** See `silentSources`. */
  readonly findSilent: (stored: Stored, met: ReadonlySet<number>) => Promise<readonly MetSource[]>;
  /** See `findUnlabelled`. */
  readonly findUnlabelled: (stored: Stored, wanted: Wanted) => Promise<boolean>;
};

// The profile requires places and times, which come from deployments.
const ofNothing =
  "No annotation and no camera passes these filters, and a package of Camtrap DP needs at least one. Machines' labels without votes are left out, unless the option `machine` is `all`. A camera passes if it has recorded in the place and the time of the filters.";

/**
 * Yields the zip of a package, from the pieces in their order.
 * @throws ExportImpossible if the package has no deployment
 */
export async function* packageContent(
  deps: PackageDeps,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const { exporting, options } = deps;
  const whole = await readWhole(stored, warn);
  const met = new Set([...whole.sources.values()].map(({ source }) => source.id));
  const silent = await deps.findSilent(stored, met);
  // An import gives ids in the order of its rows, so a package keeps its order.
  const sources = new Map(
    [
      ...whole.sources,
      ...silent.map((each) => [deploymentId(each.source, exporting), each] as const),
    ].toSorted(([, one], [, other]) => one.source.id - other.source.id),
  );
  if (sources.size === 0) throw new ExportImpossible(ofNothing);
  const wanted = wantedOf([...sources.values()], options);
  const isUnclassified = await deps.findUnlabelled(stored, wanted);
  const others = () => unlabelledStreams(stored, wanted);
  const levels = new Set([...whole.levels, ...(isUnclassified ? ["media" as const] : [])]);
  const { deployments, descriptor } = await gathered(
    stored,
    { ...whole, sources, levels },
    exporting,
    deps.recordedOf,
  );
  const labels =
    options.level === "media"
      ? stored.stream(observationsTable)
      : rowsWithEvents(stored, whole.sources, options);
  const entries = [
    { name: "datapackage.json", content: () => joined(`${JSON.stringify(descriptor, null, 2)}\n`) },
    { name: "deployments.csv", content: () => joined(deploymentRows(deployments)) },
    { name: "media.csv", content: () => mediaRows(() => mediaLines(stored, others()), whole, warn) },
    {
      name: "observations.csv",
      content: () => joined(csvLine(observationColumns), labels, unclassifiedRows(others())),
    },
    { name: "annotations.csv", content: () => joined(csvLine(ownColumns), stored.stream(ownTable)) },
  ];
  yield* zipped(entries, exporting.nowMs);
}

/** Without `streams: "all"`, a package has the files of its labels and of its events' own rows. */
function wantedOf(met: readonly MetSource[], { streams }: ExportOptions): Wanted {
  // After a change of its package, a source may have two ids of deployments.
  const byId = new Map<number, MetSource>();
  for (const each of met) byId.set(each.source.id, joinedSources(byId.get(each.source.id), each));
  const sources = [...byId.values()];
  if (streams === "all") return { sources, streams: "all" };
  return { sources: sources.filter(({ events = [] }) => events.length > 0), streams: "of events" };
}

function deploymentRows(deployments: readonly DeploymentOut[]): string {
  const rows = deployments.map(({ row }) => row);
  return csvLine(deploymentColumns) + csvLines(deploymentColumns, rows);
}

/** Yields the lines of streams with labels, and of the others. */
async function* mediaLines(
  stored: Stored,
  others: AsyncIterable<readonly Unlabelled[]>,
): AsyncGenerator<readonly MediaLine[]> {
  for await (const piece of stored.table(mediaTable)) yield jsonLinesOf<MediaLine>(piece);
  for await (const streams of others) yield streams.map(({ media }) => media);
}

async function* unclassifiedRows(others: AsyncIterable<readonly Unlabelled[]>): AsyncGenerator<Uint8Array> {
  for await (const streams of others) yield Buffer.from(streams.map((each) => each.observation).join(""));
}

/** Yields a text, then the tables one after the other. */
async function* joined(
  head: string,
  ...tables: readonly AsyncIterable<Uint8Array>[]
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for (const table of tables) yield* table;
}
