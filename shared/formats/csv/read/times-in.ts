import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import { MediaOffset } from "../../../domain/time/media-offset.ts";
import { formatTimestamp, Timestamp } from "../../../domain/time/timestamp.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow, type Mapped, refused } from "../../row-finding.ts";

type Times = {
  readonly startMs: number;
  readonly endMs: number;
  readonly endColumn: string;
  readonly warnings: readonly Finding[];
};

/** A time in a stream, and its column. */
type Time = { readonly ms: number; readonly column: string; readonly warnings: readonly Finding[] };

/** The columns for the start and the end of a label. The first one with a value is used. */
const starts = ["start", "start_time", "local_time"] as const;
const ends = ["end", "end_time"] as const;

const spreadsheet = "A spreadsheet may have changed it: format the columns as text there";

/**
 * Returns the start and end of a label, in milliseconds from the start of its stream. A row without times covers the
 * whole video; a row without an end covers a moment.
 */
export function timesIn(row: GoodRow, stream: VideoStream): Times | Mapped<never> {
  const start = timeIn(row, starts, stream);
  const end = timeIn(row, ends, stream);
  if (start === undefined && end === undefined) {
    if (stream.endMs !== undefined) {
      return { startMs: 0, endMs: stream.endMs - stream.startMs, endColumn: "end", warnings: [] };
    }
    return refused(row, "start", "required", "`start` must have a value, since the stream is still live.");
  }
  if (start === undefined) {
    return refused(row, "start", "required", "`start` must have a value if `end` has one.");
  }
  if ("findings" in start) return start;
  if (end === undefined) {
    return { startMs: start.ms, endMs: start.ms, endColumn: start.column, warnings: start.warnings };
  }
  if ("findings" in end) return end;
  if (end.ms < start.ms) {
    return refused(row, end.column, "order", `\`${end.column}\` must not be before \`${start.column}\`.`);
  }
  // One warning is enough: every row of a table that was saved in a spreadsheet would have both.
  const warnings = [...start.warnings, ...end.warnings].slice(0, 1);
  return { startMs: start.ms, endMs: end.ms, endColumn: end.column, warnings };
}

/**
 * Returns the time in the first column with a value. If that value is an offset that cannot be read, uses the time of
 * day in another column, if it can be read.
 */
function timeIn(
  row: GoodRow,
  columns: readonly string[],
  stream: VideoStream,
): Time | Mapped<never> | undefined {
  const [column, other] = columns.filter((each) => row.cells[each] !== undefined);
  if (column === undefined) return undefined;
  const ms = offsetIn(row, column, stream);
  if (typeof ms === "number") return { ms, column, warnings: [] };
  if (other === undefined || !isOffset(column)) return ms;
  const otherMs = offsetIn(row, other, stream);
  if (typeof otherMs !== "number") return ms;
  const message = `\`${column}\` cannot be read, so \`${other}\` is used. ${spreadsheet}.`;
  return { ms: otherMs, column: other, warnings: [inRow(row, column, "warning", "type", message)] };
}

function offsetIn(row: GoodRow, column: string, stream: VideoStream): number | Mapped<never> {
  const text = row.cells[column]?.trim();
  if (isOffset(column)) {
    const offset = MediaOffset.safeParse(text);
    if (offset.success) return offset.data;
    const message = `\`${column}\` must be a time from the start of the video, such as 00:01:30.500. A time of day goes into \`${column}_time\`. ${spreadsheet}, or delete \`start\` and \`end\` and keep \`start_time\`.`;
    return refused(row, column, "type", message);
  }
  const time = Timestamp.safeParse(text);
  if (!time.success) {
    const message = `\`${column}\` must be a date and a time with a time zone, such as 2026-03-01T06:30:00Z or 2026-03-01T08:30:00.250+02:00.`;
    return refused(row, column, "type", message);
  }
  if (time.data >= stream.startMs) return time.data - stream.startMs;
  const message = `\`${column}\` must not be before the stream starts, at ${formatTimestamp(stream.startMs)}.`;
  return refused(row, column, "beyond", message);
}

function isOffset(column: string): boolean {
  return column === "start" || column === "end";
}
