import path from "node:path";
import { formatLocalTime } from "../../shared/domain/time-zone.ts";
import type { Plan, PlannedFile } from "./plan.ts";

/** Maximum number of problems that are listed one by one. */
const maxListed = 20;

/** A plan as people read it: a row for each folder and camera, then what cannot be imported. */
export function planTable({ files, problems, others }: Plan): string {
  const groups = Map.groupBy(files, ({ path: file, camera }) => `${path.posix.dirname(file)}\0${camera.id}`);
  const rows = [...groups.values()].map(rowOf);
  const header = ["folder", "camera", "videos", "pictures", "size", "first", "last", "times from"];
  return [
    ...(rows.length === 0 ? [] : [aligned([header, ...rows]), ""]),
    total(files),
    ...(others === 0 ? [] : [`${others} other ${others === 1 ? "file is" : "files are"} left out.`]),
    ...(problems.length === 0 ? [] : ["", `${counted(problems.length, "file")} cannot be imported:`]),
    ...problems.slice(0, maxListed).map(({ path: file, reason }) => `  ${file}: ${reason}`),
    ...(problems.length > maxListed ? [`  and ${problems.length - maxListed} more`] : []),
  ].join("\n");
}

function rowOf(files: readonly PlannedFile[]): string[] {
  const [one] = files;
  if (one === undefined) return [];
  const starts = files.map(({ start }) => start.ms).toSorted((a, b) => a - b);
  const shown = (ms = 0) => formatLocalTime(one.camera.timeZone, ms).replace("T", " ").replace(/\.\d+/, "");
  const sources = Map.groupBy(files, ({ start }) => start.from);
  return [
    path.posix.dirname(one.path),
    one.camera.name,
    String(files.filter(({ kind }) => kind === "video").length),
    String(files.filter(({ kind }) => kind === "picture").length),
    formatBytes(files),
    shown(starts[0]),
    shown(starts.at(-1)),
    sources.size === 1
      ? one.start.from
      : [...sources].map(([from, found]) => `${from} (${found.length})`).join(", "),
  ];
}

function total(files: readonly PlannedFile[]): string {
  return `${counted(files.length, "file")} to import, ${formatBytes(files)}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function formatBytes(files: readonly PlannedFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Columns as wide as their widest cell; numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column >= 2 && column <= 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
