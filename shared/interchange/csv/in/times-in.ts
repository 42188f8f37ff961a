import { MediaOffset } from "../../../domain/media-offset.ts";
import { formatTimestamp, Timestamp } from "../../../domain/timestamp.ts";
import type { VideoStream } from "../../../domain/video-stream.ts";
import { type GoodRow, type Mapped, refused } from "../../row-finding.ts";

type Times = { readonly startMs: number; readonly endMs: number; readonly endColumn: string };

/** The columns that say when a label starts, and when it ends. The first that has a value counts. */
const starts = ["start", "start_time", "local_time"] as const;
const ends = ["end", "end_time"] as const;

/**
 * When a label starts and ends, in milliseconds from the start of its stream. A row without times is about the whole
 * video; one without an end is about a moment.
 */
export function timesIn(row: GoodRow, stream: VideoStream): Times | Mapped<never> {
  const [startColumn, endColumn] = [starts, ends].map((columns) =>
    columns.find((column) => row.cells[column] !== undefined),
  );
  if (startColumn === undefined && endColumn === undefined) {
    if (stream.endMs !== undefined) {
      return { startMs: 0, endMs: stream.endMs - stream.startMs, endColumn: "end" };
    }
    return refused(row, "start", "required", "`start` must say when it was: the stream is still live.");
  }
  if (startColumn === undefined) {
    return refused(row, "start", "required", "`start` must have a value where `end` has one.");
  }
  const startMs = offsetIn(row, startColumn, stream);
  if (typeof startMs !== "number") return startMs;
  if (endColumn === undefined) return { startMs, endMs: startMs, endColumn: startColumn };
  const endMs = offsetIn(row, endColumn, stream);
  if (typeof endMs !== "number") return endMs;
  if (endMs < startMs) {
    return refused(row, endColumn, "order", `\`${endColumn}\` must not be before \`${startColumn}\`.`);
  }
  return { startMs, endMs, endColumn };
}

function offsetIn(row: GoodRow, column: string, stream: VideoStream): number | Mapped<never> {
  const text = row.cells[column]?.trim();
  if (column === "start" || column === "end") {
    const offset = MediaOffset.safeParse(text);
    if (offset.success) return offset.data;
    const message = `\`${column}\` must be a time from the start of the video, such as 00:01:30.500. A time of day goes into \`${column}_time\`.`;
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
