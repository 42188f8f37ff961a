import { isAcceptedTime, type Recorded } from "../../shared/file-head/recorded.ts";
import { instantAt } from "./instant.ts";
import { nameTime } from "./name-time.ts";

/** Places where the start of a recording is looked for, in this order. */
export type StartFrom = "EXIF" | "metadata" | "file name" | "file time";

export type Start = { readonly ms: number; readonly from: StartFrom };

export type Clock = {
  /** Zone of the camera's clock, for times without a zone. */
  readonly timeZone: string | undefined;
  /**
   * Clock of the creation time in MP4 and Matroska files. The formats say UTC, but many trail cameras write their local
   * time.
   */
  readonly mp4Clock: "utc" | "camera";
};

/**
 * Reason why a file has no start: its time has no zone, or is outside the years 1970 to 9999 that the service takes.
 * `ms` is that time; it may be too large for a date.
 */
export type NoStart = "no zone" | { readonly outside: StartFrom; readonly ms: number };

type Dated = {
  /** With `/`. */
  readonly path: string;
  /** Time of the file's last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
};

/** True for a time in a file's metadata that some cameras write by their own clock, although the format says UTC. */
export function mayBeByCamera(recorded: Recorded | undefined): boolean {
  return recorded?.from === "mp4" || recorded?.from === "matroska";
}

/**
 * The start of a recording: the time in the file, else the time in its name, else the time of the file's last change. A
 * time that the service does not take is not replaced by the next one, which may be the time of a copy.
 */
export function startOf(
  { path, modifiedMs }: Dated,
  recorded: Recorded | undefined,
  { timeZone, mp4Clock }: Clock,
): Start | NoStart {
  const start = (ms: number, from: StartFrom) => (isAcceptedTime(ms) ? { ms, from } : { outside: from, ms });
  const named = nameTime(path.split("/").at(-1) ?? "");
  if (recorded === undefined && named === undefined) return start(modifiedMs, "file time");
  const from = recorded === undefined ? "file name" : recorded.from === "exif" ? "EXIF" : "metadata";
  const { localMs, offsetMinutes } = recorded ?? named ?? { localMs: modifiedMs };
  const isByCamera = mayBeByCamera(recorded) && mp4Clock === "camera";
  if (offsetMinutes !== undefined && !isByCamera) return start(localMs - offsetMinutes * 60_000, from);
  return timeZone === undefined ? "no zone" : start(instantAt(localMs, timeZone), from);
}
