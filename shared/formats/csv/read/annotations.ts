import { createHash } from "node:crypto";
import type { Method } from "../../../domain/annotation/machine-label.ts";
import { checkInPicture } from "../../../domain/stream/frame-size.ts";
import { checkInStream, type VideoStream } from "../../../domain/stream/video-stream.ts";
import { Fault } from "../../../domain/wire/fault.ts";
import { maxIdBytes } from "../../fit.ts";
import { inGroups } from "../../in-groups.ts";
import { type GoodRow, inRow, type Mapped, refused } from "../../row-finding.ts";
import { checkHeader } from "./annotation-columns.ts";
import { boxIn } from "./box-in.ts";
import type { CsvFile } from "./header.ts";
import { labelIn, type RowLabel } from "./label-in.ts";
import { pathsByName } from "./name-alone.ts";
import { type FoundStreams, keyOf, type NamedStream, streamAmong, streamNamed } from "./stream-named.ts";
import { type ReadRow, tableIn } from "./table.ts";
import { timesIn } from "./times-in.ts";

/**
 * A label to create from a row, on an existing stream. It has no votes, since importing a label is no opinion on it.
 */
export type RowAnnotation = RowLabel & {
  /** The row's `id`, or a hash of its cells. By this key, a row is imported only once. */
  readonly key: string;
  /** Id of the stream. */
  readonly stream: number;
  readonly startMs: number;
  readonly endMs: number;
};

/** Finds the streams of many names at once. The results have the order of the names. */
export type FindStreams = (named: readonly NamedStream[]) => Promise<readonly FoundStreams[]>;

/** Number of rows whose streams are looked up together. */
const rowsAtOnce = 500;

/**
 * Reads a table of annotations, and finds the stream of each.
 * @param method the maker of the labels in rows without a `method`, if the caller has named it
 */
export async function* annotationsIn(
  file: CsvFile,
  findStreams: FindStreams,
  method?: Method,
): AsyncGenerator<ReadRow<RowAnnotation>> {
  const checks = { byName: pathsByName(), keys: rowKeys(), method };
  const check = (columns: readonly string[]) => checkHeader(columns, method);
  for await (const rows of inGroups(tableIn(file, { check }), rowsAtOnce)) {
    const named = rows.map(({ made: row }) => row && streamNamed(row));
    const found = await lookUp(
      named.flatMap((name) => (name && "column" in name ? [name] : [])),
      findStreams,
    );
    for (const [i, { line, made: row, findings }] of rows.entries()) {
      const name = named[i];
      if (row === undefined || name === undefined) yield { line, made: undefined, findings };
      else if ("findings" in name) yield { line, ...name };
      else yield { line, ...annotationOf(row, name, found.get(keyOf(name)) ?? [], checks) };
    }
  }
}

/** Checks that compare a row with the rows above it, and the maker of the labels in rows without a `method`. */
type Checks = {
  readonly byName: ReturnType<typeof pathsByName>;
  readonly keys: ReturnType<typeof rowKeys>;
  readonly method: Method | undefined;
};

/** Finds the streams of each name, and returns them by `keyOf`. Looks up each name once. */
export async function lookUp(
  names: readonly NamedStream[],
  findStreams: FindStreams,
): Promise<ReadonlyMap<string, FoundStreams>> {
  const byKey = new Map(names.map((name) => [keyOf(name), name]));
  const found = byKey.size === 0 ? [] : await findStreams([...byKey.values()]);
  return new Map([...byKey.keys()].map((key, i) => [key, found[i] ?? []]));
}

function annotationOf(
  row: GoodRow,
  name: NamedStream,
  found: FoundStreams,
  { byName, ...checks }: Checks,
): Mapped<RowAnnotation> {
  const stream = streamAmong(row, name, found);
  if ("findings" in stream) return stream;
  const atName = byName(row, name, stream);
  if (atName.some(({ level }) => level === "bad-row")) return { made: undefined, findings: atName };
  const { made, findings } = labelOf(row, stream, checks);
  return { made, findings: [...atName, ...findings] };
}

function labelOf(
  row: GoodRow,
  stream: VideoStream,
  { keys, method }: Omit<Checks, "byName">,
): Mapped<RowAnnotation> {
  const times = timesIn(row, stream);
  if ("findings" in times) return times;
  const box = boxIn(row, stream.size);
  if ("findings" in box) return box;
  const beyond =
    faultOf(row, times.endColumn, () => checkInStream(stream, times.endMs, `/${times.endColumn}`)) ??
    faultOf(row, "x2", () => box.box && checkInPicture(stream.size, box.box, "/x2, y2"));
  if (beyond) return beyond;
  const label = labelIn(row, method);
  if (label.made === undefined) return { made: undefined, findings: label.findings };
  const key = keys(row);
  if (key === undefined) return refused(row, "id", "twice", "A row above has the same `id`.");
  if (Buffer.byteLength(key) > maxIdBytes) {
    return refused(row, "id", "too-long", `\`id\` must have at most ${maxIdBytes} bytes.`);
  }
  const { startMs, endMs } = times;
  const made = { ...label.made, key, stream: stream.id, startMs, endMs, boundingBox: box.box };
  return { made, findings: [...times.warnings, ...label.findings] };
}

/** Gives each row its key; `undefined` if a row above has the same `id`. Equal rows without `id` are numbered. */
function rowKeys(): (row: GoodRow) => string | undefined {
  const seen = new Map<string, number>();
  return ({ cells }) => {
    const { id } = cells;
    const key = id ?? `row-${sumOf(cells)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times === 1) return key;
    return id === undefined ? `${key}-${times}` : undefined;
  };
}

function sumOf(cells: GoodRow["cells"]): string {
  const sorted = Object.entries(cells).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 32);
}

/** Returns the finding of a bad row if the check of a rule of records fails. */
function faultOf(row: GoodRow, column: string, check: () => void): Mapped<never> | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { made: undefined, findings: [inRow(row, column, "bad-row", "beyond", error.message)] };
  }
}
