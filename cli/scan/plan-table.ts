import path from "node:path";
import { formatBytes } from "../../client/format-bytes.ts";
import { oddTime } from "../../client/recording/odd-time.ts";
import { formatLocalTime } from "../../shared/domain/time/zone-offset.ts";
import { aligned } from "../terminal/aligned.ts";
import { counted, indented } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";
import type { Plan, PlannedFile } from "./plan.ts";

type Shown = {
  /** The files that seem to be in the service already, if that is known. */
  readonly there?: ReadonlySet<PlannedFile> | undefined;
  /** Maximum number of files that are listed one by one for the same reason. */
  readonly maxListed?: number;
  readonly nowMs?: number;
};

/**
 * Text of a plan: a table with a row for each folder and camera, then the files with odd times, then those that cannot be
 * imported.
 */
export function planTable(
  { files, problems, others }: Plan,
  { there, maxListed = 20, nowMs = Date.now() }: Shown = {},
): string {
  const rows = groupsOf(files).map((group) => rowOf(group, there));
  const thereHeader = there === undefined ? [] : ["there"];
  const header = [
    "folder",
    "camera",
    "videos",
    "pictures",
    ...thereHeader,
    "size",
    "first",
    "last",
    "times from",
  ];
  const isNumber = (column: number) => column >= 2 && column <= header.indexOf("size");
  return [
    ...(rows.length === 0 ? [] : [aligned([header, ...rows], isNumber), ""]),
    `${counted(files.length, "file")} to import, ${sizeOf(files)}.`,
    ...(there === undefined || there.size === 0 ? [] : [thereLine(there.size)]),
    ...aviLine(files),
    ...(others === 0 ? [] : [`${others} other ${others === 1 ? "file is" : "files are"} left out.`]),
    ...oddLines(files, nowMs, maxListed),
    ...(problems.length === 0 ? [] : ["", ...problemLines(problems, maxListed)]),
  ].join("\n");
}

/** The files that cannot be imported, with their reasons. */
export function problemLines(problems: Plan["problems"], maxListed = Number.POSITIVE_INFINITY): string[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ path: file, reason }) => `${file}: ${reason}`);
  return [`${counted(problems.length, "file")} cannot be imported:`, ...indented(lines, maxListed)];
}

/** The files whose camera's clock seems to have been wrong. They are imported with these times. */
function oddLines(files: readonly PlannedFile[], nowMs: number, maxListed: number): string[] {
  const odd = files.flatMap(({ path: file, camera, start }) => {
    const reason = oddTime(start.ms, nowMs);
    if (reason === undefined) return [];
    const when = reason === "early" ? "before 2001" : "in the future";
    return `${file}: ${shownTime(camera.timeZone, start.ms)} (${start.from}) is ${when}.`;
  });
  if (odd.length === 0) return [];
  const what =
    odd.length === 1 ? "1 of the files has an odd time" : `${odd.length} of the files have odd times`;
  return ["", `${what}. Was the camera's clock wrong?`, ...indented(odd, maxListed)];
}

/** Time of a zone's clocks, such as `2026-03-01 06:30:10+02:00`. */
function shownTime(timeZone: string | undefined, ms: number): string {
  return formatLocalTime(timeZone, ms).replace("T", " ").replace(/\.\d+/, "");
}

function thereLine(count: number): string {
  return `${count} of them ${count === 1 ? "seems" : "seem"} to be in the service already, by camera and time. A file with the same bytes is not sent again.`;
}

function aviLine(files: readonly PlannedFile[]): readonly string[] {
  const count = files.filter(({ type }) => type === "video/x-msvideo").length;
  if (count === 0) return [];
  const [are, copies] = count === 1 ? ["is", "a playable copy"] : ["are", "playable copies"];
  return [`${count} of them ${are} AVI, which no browser plays. The service makes ${copies}.`];
}

/** Files of the same folder and camera. */
function groupsOf(files: readonly PlannedFile[]): readonly (readonly [PlannedFile, ...PlannedFile[]])[] {
  const groups = new Map<string, [PlannedFile, ...PlannedFile[]]>();
  for (const file of files) {
    const key = `${path.posix.dirname(file.path)}\0${file.camera.id}`;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups.values()];
}

function rowOf(
  files: readonly [PlannedFile, ...PlannedFile[]],
  there: ReadonlySet<PlannedFile> | undefined,
): string[] {
  const [one] = files;
  const starts = files.map(({ start }) => start.ms).toSorted((a, b) => a - b);
  const count = (is: (file: PlannedFile) => boolean) => String(files.filter(is).length);
  return [
    printable(path.posix.dirname(one.path)),
    printable(one.camera.name),
    count(({ kind }) => kind === "video"),
    count(({ kind }) => kind === "picture"),
    ...(there === undefined ? [] : [count((file) => there.has(file))]),
    sizeOf(files),
    shownTime(one.camera.timeZone, starts[0] ?? 0),
    shownTime(one.camera.timeZone, starts.at(-1) ?? 0),
    timesFrom(files),
  ];
}

/** Sources of the files' times: `EXIF`, or `EXIF (3), file name (1)`. */
function timesFrom(files: readonly [PlannedFile, ...PlannedFile[]]): string {
  const counts = new Map<string, number>();
  for (const { start } of files) counts.set(start.from, (counts.get(start.from) ?? 0) + 1);
  if (counts.size === 1) return files[0].start.from;
  return [...counts].map(([from, count]) => `${from} (${count})`).join(", ");
}

function sizeOf(files: readonly PlannedFile[]): string {
  return formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
}
