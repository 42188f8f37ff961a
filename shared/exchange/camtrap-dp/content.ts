import type { ExportOptions } from "../../domain/export-options.ts";
import { deploymentOut, type Recorded } from "../../interchange/camtrap-dp/out/deployments.ts";
import { descriptor } from "../../interchange/camtrap-dp/out/descriptor.ts";
import type { Exporting } from "../../interchange/camtrap-dp/out/records.ts";
import { ownColumns } from "../../interchange/camtrap-dp/own-table.ts";
import {
  deploymentColumns,
  mediaColumns,
  observationColumns,
} from "../../interchange/camtrap-dp/standard.ts";
import { csvLine, csvLines } from "../../interchange/csv-text.ts";
import { atMost } from "../../runtime/at-most.ts";
import type { Stored, Warn } from "../export-format.ts";
import { zipped } from "../zip.ts";
import { rowsWithEvents } from "./event-rows.ts";
import { jsonLinesOf } from "./json-lines.ts";
import { type MediaLine, mediaTable, observationsTable, ownTable } from "./piece.ts";
import { type MetSource, readWhole, type Whole } from "./summary.ts";

/** Requests at a time, so that an export leaves the table to others. */
const most = 8;

export type RecordedOf = (source: number) => Promise<Recorded | undefined>;

/** The files of a package that need all pieces. */
type Gathered = { readonly deployments: string; readonly descriptor: string };

/** The zip of a package, made of the pieces in their order. */
export async function* packageContent(
  exporting: Exporting,
  options: ExportOptions,
  recordedOf: RecordedOf,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const whole = await readWhole(stored, warn);
  // Whether a camera still records changes, so the table is asked once.
  const gathered: Gathered = JSON.parse(
    await stored.once("gathered.json", async () =>
      JSON.stringify(await gather(whole, exporting, recordedOf)),
    ),
  );
  const rows =
    options.level === "media"
      ? stored.table(observationsTable)
      : rowsWithEvents(stored, whole.sources, options);
  const entries = [
    { name: "datapackage.json", content: () => withHead(gathered.descriptor) },
    { name: "deployments.csv", content: () => withHead(gathered.deployments) },
    { name: "media.csv", content: () => withHead(csvLine(mediaColumns), mediaRows(stored, warn)) },
    {
      name: "observations.csv",
      content: () => withHead(csvLine(observationColumns), rows),
    },
    { name: "annotations.csv", content: () => withHead(csvLine(ownColumns), stored.table(ownTable)) },
  ];
  yield* zipped(entries, exporting.nowMs);
}

async function gather(whole: Whole, exporting: Exporting, recordedOf: RecordedOf): Promise<Gathered> {
  const inTurn = atMost(most);
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
async function* mediaRows(stored: Stored, warn: Warn): AsyncGenerator<Uint8Array> {
  const written = new Set<string>();
  for await (const piece of stored.table(mediaTable)) {
    const lines: string[] = [];
    for (const [id, guessed, line] of jsonLinesOf<MediaLine>(piece)) {
      if (written.has(id)) continue;
      written.add(id);
      lines.push(line);
      if (guessed) warn("media-type-guessed", id);
    }
    yield Buffer.from(lines.join(""));
  }
}

async function* withHead(head: string, rows: AsyncIterable<Uint8Array> = none()): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  yield* rows;
}

async function* none(): AsyncGenerator<Uint8Array> {}
