import path from "node:path";
import { type FoundFile, findFiles } from "./find-files.ts";
import { type Camera, cameraOf } from "./match-cameras.ts";
import { type ReadFile, readFile } from "./read-file.ts";
import { type Clock, type Start, startOf } from "./start-of.ts";

export type PlannedFile = FoundFile & {
  readonly kind: "video" | "picture";
  readonly camera: Camera;
  readonly start: Start;
};

export type Plan = {
  readonly files: readonly PlannedFile[];
  /** Files that cannot be imported as they are, and why. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  /** Number of files that are neither videos nor pictures. */
  readonly others: number;
};

export type PlanOptions = {
  /** Of all files. Without it, the names of folders tell. */
  readonly camera: Camera | undefined;
  readonly cameras: readonly Camera[];
  /** For cameras without a zone of their own. */
  readonly timeZone: string | undefined;
  readonly mp4Clock: Clock["mp4Clock"];
};

/** What an import of a folder would do. Reads the start of each file, and changes nothing. */
export async function planImport(folder: string, options: PlanOptions): Promise<Plan> {
  const root = path.basename(path.resolve(folder));
  const files: PlannedFile[] = [];
  const problems: { path: string; reason: string }[] = [];
  let others = 0;
  for (const found of await findFiles(folder)) {
    const read = await readFile(path.join(folder, found.path)).catch(describe);
    if (typeof read !== "string" && read.kind === undefined) {
      others += 1;
      continue;
    }
    const planned = typeof read === "string" ? read : planFile(found, read, root, options);
    if (typeof planned === "string") problems.push({ path: found.path, reason: planned });
    else files.push(planned);
  }
  return { files, problems, others };
}

/** The file as it would be imported, or why it cannot be. */
function planFile(
  found: FoundFile,
  { kind, recorded }: ReadFile,
  root: string,
  { camera, cameras, timeZone, mp4Clock }: PlanOptions,
): PlannedFile | string {
  if (kind === undefined) return "It is neither a video nor a picture.";
  if (kind.kind === "unsupported") return `${kind.format} is not supported. Convert it to MP4 or JPEG.`;
  const match = camera ?? cameraOf(found.path, root, cameras);
  if (match === "none") return "No folder has the name of a camera. Use --camera.";
  if ("several" in match) {
    return `The folder's name matches several cameras: ${match.several.map(({ name }) => name).join(", ")}. Use --camera.`;
  }
  const start = startOf(found, recorded, { timeZone: match.timeZone ?? timeZone, mp4Clock });
  if (start === undefined)
    return `Its time has no zone, and neither has the camera ${match.name}. Use --time-zone.`;
  return { ...found, kind: kind.kind, camera: match, start };
}

function describe(error: unknown): string {
  return `It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
