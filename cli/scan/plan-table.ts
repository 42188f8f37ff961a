import path from "node:path";
import { formatBytes } from "../../client/format-bytes.ts";
import { formatLocalTime } from "../../shared/domain/time/zone-offset.ts";
import { aligned } from "../terminal/aligned.ts";
import { counted } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";
import type { Plan, PlannedFile } from "./plan.ts";

/** Maximum number of problems that are listed one by one. */
const maxListed = 20;

/**
 * Text of a plan: a table with a row for each folder and camera, then the files that cannot be imported.
 * @param there the files that seem to be in the service already, if that is known
 */
export function planTable({ files, problems, others }: Plan, there?: ReadonlySet<PlannedFile>): string {
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
    ...(others === 0 ? [] : [`${others} other ${others === 1 ? "file is" : "files are"} left out.`]),
    ...(problems.length === 0 ? [] : ["", `${counted(problems.length, "file")} cannot be imported:`]),
    ...problems.slice(0, maxListed).map(({ path: file, reason }) => `  ${printable(`${file}: ${reason}`)}`),
    ...(problems.length > maxListed ? [`  and ${problems.length - maxListed} more`] : []),
  ].join("\n");
}

function thereLine(count: number): string {
  return `${count} of them ${count === 1 ? "seems" : "seem"} to be in the service already, by camera and time. A file with the same bytes is not sent again.`;
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
  const shown = (ms = 0) => formatLocalTime(one.camera.timeZone, ms).replace("T", " ").replace(/\.\d+/, "");
  const count = (is: (file: PlannedFile) => boolean) => String(files.filter(is).length);
  return [
    printable(path.posix.dirname(one.path)),
    printable(one.camera.name),
    count(({ kind }) => kind === "video"),
    count(({ kind }) => kind === "picture"),
    ...(there === undefined ? [] : [count((file) => there.has(file))]),
    sizeOf(files),
    shown(starts[0]),
    shown(starts.at(-1)),
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
