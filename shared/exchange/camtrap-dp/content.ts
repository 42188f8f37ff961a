import type { ExportOptions } from "../../domain/export-options.ts";
import { deploymentOut, type Recorded } from "../../interchange/camtrap-dp/out/deployments.ts";
import { descriptor } from "../../interchange/camtrap-dp/out/descriptor.ts";
import type { Exporting, SourceRecord } from "../../interchange/camtrap-dp/out/records.ts";
import { ownColumns } from "../../interchange/camtrap-dp/own-table.ts";
import {
  deploymentColumns,
  mediaColumns,
  observationColumns,
} from "../../interchange/camtrap-dp/standard.ts";
import { csvLine, csvLines } from "../../interchange/csv-text.ts";
import { atMost } from "../../runtime/at-most.ts";
import type { Stored, Warn } from "../export-format.ts";
import { requestsAtOnce } from "../read-records.ts";
import { zipped } from "../zip.ts";
import { rowsWithEvents } from "./event-rows.ts";
import { jsonLinesOf } from "./json-lines.ts";
import { type MediaLine, mediaTable, observationsTable, ownTable } from "./piece.ts";
import { type MetSource, readWhole, type Whole } from "./summary.ts";
import { type Unlabelled, unlabelledStreams } from "./unlabelled.ts";

/** What is read of the table when all pieces are known. */
export type PackageDeps = {
  readonly exporting: Exporting;
  readonly options: ExportOptions;
  /** From the first start to the last end of all streams of a source. */
  readonly recordedOf: (source: number) => Promise<Recorded | undefined>;
  /** See `findUnlabelled`. */
  readonly findUnlabelled: (stored: Stored, sources: readonly SourceRecord[]) => Promise<boolean>;
};

/** The files of a package that need all pieces. */
type Gathered = { readonly deployments: string; readonly descriptor: string };

/** The zip of a package, made of the pieces in their order. */
export async function* packageContent(
  deps: PackageDeps,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const { exporting, options } = deps;
  const whole = await readWhole(stored, warn);
  const sources = [...new Map([...whole.sources.values()].map(({ source }) => [source.id, source])).values()];
  const all = options.streams === "all";
  const isUnclassified = all && (await deps.findUnlabelled(stored, sources));
  const others = () => (all ? unlabelledStreams(stored, sources) : none());
  const levels = new Set([...whole.levels, ...(isUnclassified ? ["media" as const] : [])]);
  // Whether a camera still records changes, so the table is asked once.
  const gathered: Gathered = JSON.parse(
    await stored.once("gathered.json", async () => JSON.stringify(await gather({ ...whole, levels }, deps))),
  );
  const labels =
    options.level === "media"
      ? stored.table(observationsTable)
      : rowsWithEvents(stored, whole.sources, options);
  const entries = [
    { name: "datapackage.json", content: () => joined(gathered.descriptor) },
    { name: "deployments.csv", content: () => joined(gathered.deployments) },
    { name: "media.csv", content: () => joined(csvLine(mediaColumns), mediaRows(stored, others(), warn)) },
    {
      name: "observations.csv",
      content: () => joined(csvLine(observationColumns), labels, unclassifiedRows(others())),
    },
    { name: "annotations.csv", content: () => joined(csvLine(ownColumns), stored.table(ownTable)) },
  ];
  yield* zipped(entries, exporting.nowMs);
}

async function gather(whole: Whole, { exporting, recordedOf }: PackageDeps): Promise<Gathered> {
  const inTurn = atMost(requestsAtOnce);
  const deployments = await Promise.all(
    [...whole.sources.values()].map((met) =>
      inTurn(async () => deploymentOut(met.source, spanOf(met, await recordedOf(met.source.id)), exporting)),
    ),
  );
  const { levels } = whole;
  const taxa = [...whole.taxa.values()];
  const rows = deployments.map(({ row }) => row);
  return {
    deployments: csvLine(deploymentColumns) + csvLines(deploymentColumns, rows),
    descriptor: `${JSON.stringify(descriptor({ deployments, taxa, levels }, exporting), null, 2)}\n`,
  };
}

/** The index of streams may lag a moment behind the streams that the pieces met, which are in the package. */
function spanOf(met: MetSource, recorded: Recorded | undefined): Recorded {
  if (recorded === undefined) return { startMs: met.startMs, endMs: met.endMs };
  const { startMs, endMs } = recorded;
  return {
    startMs: Math.min(startMs, met.startMs),
    // One that was live when it was met may have ended since.
    endMs: endMs === undefined ? undefined : Math.max(endMs, met.endMs ?? endMs),
  };
}

/** The row of each stream, once. */
async function* mediaRows(
  stored: Stored,
  others: AsyncIterable<readonly Unlabelled[]>,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const written = new Set<string>();
  const rowsOf = (lines: readonly MediaLine[]) => {
    const rows = lines.map(([id, guessed, row]) => {
      if (written.has(id)) return "";
      written.add(id);
      if (guessed) warn("media-type-guessed", id);
      return row;
    });
    return Buffer.from(rows.join(""));
  };
  for await (const piece of stored.table(mediaTable)) yield rowsOf(jsonLinesOf<MediaLine>(piece));
  for await (const streams of others) yield rowsOf(streams.map(({ media }) => media));
}

async function* unclassifiedRows(others: AsyncIterable<readonly Unlabelled[]>): AsyncGenerator<Uint8Array> {
  for await (const streams of others) yield Buffer.from(streams.map((each) => each.observation).join(""));
}

/** A text, then the others one after the other. */
async function* joined(
  head: string,
  ...tables: readonly AsyncIterable<Uint8Array>[]
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for (const table of tables) yield* table;
}

async function* none(): AsyncGenerator<never> {}
