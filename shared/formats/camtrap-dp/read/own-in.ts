import * as z from "zod/mini";
import { Keypoints } from "../../../domain/annotation/keypoint.ts";
import { MachineDetails } from "../../../domain/annotation/machine-label.ts";
import { Observation } from "../../../domain/annotation/observation.ts";
import { Box } from "../../../domain/stream/box.ts";
import { MediaOffset } from "../../../domain/time/media-offset.ts";
import { Timestamp } from "../../../domain/time/timestamp.ts";
import { parseJson } from "../../../domain/wire/parse-json.ts";
import type { Finding } from "../../finding.ts";
import { ownColumns } from "../own-table.ts";
import type { TableSchema } from "../table-schema.ts";
import type { PackageFiles, TableFile } from "./package-info.ts";
import { tableRows } from "./table-rows.ts";

/** The schema for checking rows, in which every cell is text. */
const schema: TableSchema = {
  fields: ownColumns.map((name) => ({
    name,
    type: "string",
    constraints: { required: name === "observationID" },
  })),
  missingValues: [""],
  primaryKey: "observationID",
};

/** Maximum size of a cell: enough for a thousand keypoints. */
const maxCellBytes = 262_144;

const side = z.int().check(z.gte(1), z.lte(65_535));
const BoxUnits = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d+x\d+$/)),
    z.transform((text) => text.split("x").map(Number)),
  ),
  z.pipe(
    z.tuple([side, side]),
    z.transform(([width, height]) => ({ width, height })),
  ),
);

const json = <T>(value: z.core.$ZodType<T>) =>
  z.optional(z.pipe(z.pipe(z.string(), z.transform(parseJson)), value));

const OwnLabel = z.object({
  observationID: z.string(),
  start: MediaOffset,
  end: MediaOffset,
  mediaStart: Timestamp,
  mediaEnd: z.optional(Timestamp),
  boxUnits: z.optional(BoxUnits),
  boundingBox: json(Box),
  keypoints: json(Keypoints),
  observation: json(Observation),
  machine: json(MachineDetails),
});

/** A label's row in our own table. */
export type OwnLabel = z.infer<typeof OwnLabel>;

/** Looks up labels by `observationID`, in about the order of the file. */
export type OwnLabels = {
  /** Returns the label, the finding of a bad row, or `undefined` if there is no row. */
  readonly find: (id: string) => Promise<OwnLabel | Finding | undefined>;
  /** Closes the file. */
  readonly close: () => Promise<void>;
};

/** Reads the ids in our own table. */
export async function ownIds(files: PackageFiles, table: TableFile): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { cells } of tableRows(files, table, schema, { maxCellBytes }))
    if (cells) ids.add(cells["observationID"] ?? "");
  return ids;
}

/**
 * Looks up rows of our own table. Its rows are in the order of the table observations, so both tables are read at the
 * same time. A row that comes too early is kept until it is requested.
 */
export function ownLabels(files: PackageFiles, table: TableFile, ids: ReadonlySet<string>): OwnLabels {
  const rows = tableRows(files, table, schema, { maxCellBytes });
  const early = new Map<string, OwnLabel | Finding>();
  return {
    close: async () => {
      await rows.return(undefined);
    },
    find: async (id) => {
      const kept = early.get(id);
      early.delete(id);
      if (kept !== undefined || !ids.has(id)) return kept;
      for (;;) {
        const next = await rows.next();
        if (next.done === true) return undefined;
        const { cells, line } = next.value;
        if (cells === undefined) continue;
        const label = labelOf(cells, table.path, line);
        if (cells["observationID"] === id) return label;
        early.set(cells["observationID"] ?? "", label);
      }
    },
  };
}

function labelOf(cells: Readonly<Record<string, string>>, file: string, row: number): OwnLabel | Finding {
  const label = z.safeParse(OwnLabel, cells);
  if (label.success && label.data.start <= label.data.end) return label.data;
  const column = String(label.error?.issues[0]?.path[0] ?? "end");
  const message = `\`${column}\` is not in the form that this service writes. Correct it, or leave the table \`annotations\` out.`;
  return { file, row, column, value: cells[column], level: "bad-row", code: "own-table", message };
}
