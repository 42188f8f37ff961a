import type { Recorded } from "../../shared/file-head/recorded.ts";
import { instantAt } from "./instant.ts";
import { nameTime } from "./name-time.ts";

/** Places where the start of a recording is looked for, in this order. */
export type StartFrom = "EXIF" | "metadata" | "file name" | "file time";

export type Start = { readonly ms: number; readonly from: StartFrom };

export type Clock = {
  /** Zone of the camera's clock, for times without a zone. */
  readonly timeZone: string | undefined;
  /** Clock of the creation time in MP4 files. The format says UTC, but many trail cameras write their local time. */
  readonly mp4Clock: "utc" | "camera";
};

type Dated = {
  /** With `/`. */
  readonly path: string;
  /** Time of the file's last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
};

/**
 * The start of a recording: the time in the file, else the time in its name, else the time of the file's last change.
 * @returns undefined if neither the time nor the camera has a zone
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
