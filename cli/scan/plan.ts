import { type Camera, cameraOf } from "../../client/recording/match-cameras.ts";
import { type Clock, type Start, startOf } from "../../client/recording/start-of.ts";
import type { FoundFile, Problem } from "./find-files.ts";
import type { Scan, ScannedFile } from "./scan-folder.ts";

export type PlannedFile = FoundFile & {
  readonly kind: "video" | "picture";
  /** Media type with which it is stored. */
  readonly type: UploadType;
  readonly camera: Camera;
  readonly start: Start;
};

/** Media types of files that can be imported. */
type UploadType = Extract<ScannedFile["kind"], { type: string }>["type"];

export type Plan = {
  readonly files: readonly PlannedFile[];
  /** Files that cannot be imported as they are, with the reasons. */
  readonly problems: readonly (Problem & { readonly missing?: Missing })[];
  /** Number of files that are neither videos nor pictures. */
  readonly others: number;
};

/** A fact that the person can add: the camera of a file, or the zone of this camera's clock. */
type Missing = "camera" | { readonly zoneOf: string };

export type PlanOptions = {
  /** The camera of all files. Without this option, folders must have the names of their cameras. */
  readonly camera: Camera | undefined;
  readonly cameras: readonly Camera[];
  /** Cameras by the path of their folder. These cameras take precedence over the names of folders. */
  readonly folders?: ReadonlyMap<string, Camera>;
  /** Time zone for cameras without one of their own. */
  readonly timeZone: string | undefined;
  readonly mp4Clock: Clock["mp4Clock"];
};

/** Plans the import of a folder. */
export function planImport({ root, files, problems, others }: Scan, options: PlanOptions): Plan {
  const planned: PlannedFile[] = [];
  const found: Plan["problems"][number][] = [...problems];
  for (const file of files) {
    const plan = planFile(file, root, options);
    if ("camera" in plan) planned.push(plan);
    else found.push({ path: file.path, ...plan });
  }
  return { files: planned, problems: found, others };
}

/** The file as it would be imported, or the reason why it cannot be. */
function planFile(
  { kind, recorded, ...found }: ScannedFile,
  root: string,
  { camera, cameras, folders, timeZone, mp4Clock }: PlanOptions,
): PlannedFile | { readonly reason: string; readonly missing?: Missing } {
  if (kind.kind === "unsupported") {
    return { reason: `${kind.format} is not supported. Convert it to MP4 or JPEG.` };
  }
  const match = camera ?? folders?.get(topFolder(found.path)) ?? cameraOf(found.path, root, cameras);
  if (match === "none") {
    return { reason: "None of its folders has the name of a camera. Use --camera.", missing: "camera" };
  }
  if ("several" in match) {
    const names = match.several.map(({ id, name }) => `${name} (${id})`).join(", ");
    return {
      reason: `The folder's name matches several cameras: ${names}. Use --camera.`,
      missing: "camera",
    };
  }
  const zone = match.timeZone ?? timeZone;
  const start = startOf(found, recorded, { timeZone: zone, mp4Clock });
  if (start === "no zone") {
    return {
      reason: `The time zone of its camera ${match.name} is not known. Use --time-zone.`,
      missing: { zoneOf: match.name },
    };
  }
  if ("outside" in start) {
    return {
      reason: `Its time (${start.outside}) is not in the years 1970 to 9999. Import it on the page, under Upload, where you can type its start.`,
    };
  }
  return { ...found, kind: kind.kind, type: kind.type, camera: { ...match, timeZone: zone }, start };
}

/** The first folder in the path of a file; `.` for a file that is directly in the imported folder. */
export function topFolder(file: string): string {
  const [top = ".", ...rest] = file.split("/");
  return rest.length === 0 ? "." : top;
}
