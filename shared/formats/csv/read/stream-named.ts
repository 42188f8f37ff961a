import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import { formatTimestamp, Timestamp } from "../../../domain/time/timestamp.ts";
import { type GoodRow, type Mapped, refused } from "../../row-finding.ts";
import { streamColumns } from "./annotation-columns.ts";

/** Names a stream by its id, by its address, or by the last parts of its address, such as `cards/weir/001.mp4`. */
export type NamedStream = {
  readonly column: (typeof streamColumns)[number];
  readonly value: string;
  /**
   * A time at which the stream was recorded, in milliseconds since 1970. Absent if the row has no time or gives the
   * stream's number.
   */
  readonly atMs: number | undefined;
};

/** The streams that match a name. `too-many`: there are too many streams to search. */
export type FoundStreams = readonly VideoStream[] | "too-many";

export function keyOf({ column, value, atMs = 0 }: NamedStream): string {
  return `${column} ${atMs} ${value}`;
}

/** Returns the name of a row's stream, from the first of the columns that has a value. */
export function streamNamed(row: GoodRow): NamedStream | Mapped<never> {
  const column = streamColumns.find((each) => row.cells[each] !== undefined);
  if (column === undefined) {
    const columns = streamColumns.map((each) => `\`${each}\``).join(", ");
    return refused(row, streamColumns[0], "required", `One of ${columns} must have a value.`);
  }
  const value = (row.cells[column] ?? "").trim();
  if (column === "videostream") {
    if (/^[1-9]\d{0,14}$/.test(value)) return { column, value, atMs: undefined };
    return refused(row, column, "type", "`videostream` must be the number of a stream, such as 12.");
  }
  const atMs = timeOf(row);
  if (column === "stream_url") return { column, value, atMs };
  return { column, value: value.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, ""), atMs };
}

function timeOf({ cells }: GoodRow): number | undefined {
  return Timestamp.safeParse((cells["start_time"] ?? cells["local_time"])?.trim()).data;
}

const noStream = {
  videostream:
    "No stream has this number. If the table comes from another service, leave the column out, and name streams by `stream_url` or `file`.",
  stream_url: "No stream has this address. It must be exactly the address of a stream in this service.",
  file: "No stream has a file with this name. It must be the end of a stream's address: the name of the file, or more of its path.",
} as const;

/** Returns the stream of a row if exactly one stream matches, else the finding of a bad row. */
export function streamAmong(
  row: GoodRow,
  { column, atMs }: NamedStream,
  found: FoundStreams,
): VideoStream | Mapped<never> {
  const when = atMs === undefined ? "" : ` at ${formatTimestamp(atMs)}`;
  if (found === "too-many") {
    const other = when === "" ? ", or the time of the row in `start_time`" : "";
    const message = `There are too many streams${when} to search for this one. Write its number in \`videostream\`${other}.`;
    return refused(row, column, "too-many-streams", message);
  }
  const [stream, ...others] = found;
  if (stream === undefined) {
    const recorded = when === "" ? "" : ` It must have been recorded${when}, the time of the row.`;
    return refused(row, column, "no-stream", noStream[column] + recorded);
  }
  if (others.length > 0) {
    const some = found.slice(0, 3).map(({ id, startMs }) => `${id} (${formatTimestamp(startMs)})`);
    const message = `${found.length} streams match: ${some.join(", ")}${found.length > 3 ? ", …" : ""}. Write more of the path, or the number in \`videostream\`.`;
    return refused(row, column, "ambiguous", message);
  }
  const url = row.cells["stream_url"]?.trim();
  if (column === "videostream" && url !== undefined && url !== stream.url) {
    // In another service, the same number means another stream.
    const message =
      "The address is not that of the stream. If the table comes from another service, leave `videostream` out; if the address has changed, leave `stream_url` out.";
    return refused(row, "stream_url", "no-stream", message);
  }
  return stream;
}
