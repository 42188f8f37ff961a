import type { Recorded } from "../../shared/file-head/recorded.ts";
import { instantAt } from "./instant.ts";
import { nameTime } from "./name-time.ts";

/** Where a start was found, in the order in which it is looked for. */
export type StartFrom = "EXIF" | "metadata" | "file name" | "file time";

export type Start = { readonly ms: number; readonly from: StartFrom };

export type Clock = {
  /** Zone of the camera's clock, for times without a zone. */
  readonly timeZone: string | undefined;
  /** What the creation time of MP4 files is in: the format says UTC, but many trail cameras write their local time. */
  readonly mp4Clock: "utc" | "camera";
};

type Dated = {
  /** With `/`. */
  readonly path: string;
  /** When the file was last written, in milliseconds since 1970. */
  readonly modifiedMs: number;
};

/**
 * The start of a recording: as the file says, else as its name says, else when the file was last written.
 * @returns undefined if the time has no zone, and the camera has none
 */
export function startOf(
  { path, modifiedMs }: Dated,
  recorded: Recorded | undefined,
  { timeZone, mp4Clock }: Clock,
): Start | undefined {
  const named = nameTime(path.split("/").at(-1) ?? "");
  if (recorded === undefined && named === undefined) return { ms: modifiedMs, from: "file time" };
  const from = recorded === undefined ? "file name" : recorded.from === "exif" ? "EXIF" : "metadata";
  const { localMs, offsetMinutes } = recorded ?? named ?? { localMs: modifiedMs };
  const isByCamera = recorded?.from === "mp4" && mp4Clock === "camera";
  if (offsetMinutes !== undefined && !isByCamera) return { ms: localMs - offsetMinutes * 60_000, from };
  return timeZone === undefined ? undefined : { ms: instantAt(localMs, timeZone), from };
}
