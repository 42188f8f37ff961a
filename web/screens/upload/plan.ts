import { type Camera, cameraOf } from "../../../client/recording/match-cameras.ts";
import { type StartFrom, startOf } from "../../../client/recording/start-of.ts";
import type { PathFile } from "./dropped-files.ts";
import type { ReadFile } from "./read-file.ts";

/** A file that may be uploaded. */
export type Chosen = PathFile & {
  readonly id: number;
  readonly kind: Extract<NonNullable<ReadFile["kind"]>, { type: string }>;
  readonly recorded: ReadFile["recorded"];
  readonly video: ReadFile["video"];
  /** What was said of it before, when its upload began and did not end. */
  readonly before: { readonly camera: number; readonly startMs: number } | undefined;
};

/** What the person says. */
export type Said = {
  /** Cameras of folders, by their path. */
  readonly cameras: ReadonlyMap<string, number>;
  /** Starts of files, by their id. */
  readonly starts: ReadonlyMap<number, number>;
  /** Zone of the clocks of cameras that have none in the service. */
  readonly timeZone: string | undefined;
  /** What the creation time of MP4 files is in: the format says UTC, but many trail cameras write their local time. */
  readonly mp4Clock: "utc" | "camera";
};

type Start = { readonly ms: number; readonly from: StartFrom | "person" | "before" };

export type Planned = {
  readonly chosen: Chosen;
  readonly camera: Camera | undefined;
  /** Zone of the camera's clock. */
  readonly zone: string | undefined;
  readonly start: Start | undefined;
};

/** A file of which all is known. */
export type Ready = Planned & { readonly camera: Camera; readonly start: Start };

export function isReady(planned: Planned): planned is Ready {
  return planned.camera !== undefined && planned.start !== undefined;
}

/** The camera and the start of a file: as the person says, else as an earlier upload, else as the file says. */
export function planFile(chosen: Chosen, said: Said, cameras: readonly Camera[]): Planned {
  const { id, path, file, recorded, before } = chosen;
  const byId = (wanted: number | undefined) => cameras.find((each) => each.id === wanted);
  const named = cameraOf(path, "", cameras);
  const camera =
    byId(said.cameras.get(folderOf(path))) ??
    byId(before?.camera) ??
    (typeof named === "object" && "id" in named ? named : undefined);
  const zone = camera?.timeZone ?? said.timeZone;
  const modifiedMs = file.lastModified;
  const found = startOf({ path, modifiedMs }, recorded, { timeZone: zone, mp4Clock: said.mp4Clock });
  const own = said.starts.get(id);
  const isBefore = before !== undefined && camera?.id === before.camera;
  const start: Start | undefined =
    own !== undefined
      ? { ms: own, from: "person" }
      : isBefore
        ? { ms: before.startMs, from: "before" }
        : found;
  return { chosen, camera, zone, start };
}

/** The folder of a file; empty for files that were chosen without one. */
export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
