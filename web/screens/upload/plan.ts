import { type Camera, cameraOf } from "../../../client/recording/match-cameras.ts";
import { type NoStart, type StartFrom, startOf } from "../../../client/recording/start-of.ts";
import type { PathFile } from "./dropped-files.ts";
import type { ReadFile } from "./read-file.ts";

/** A file that may be uploaded. */
export type Chosen = PathFile & {
  readonly id: number;
  readonly kind: Extract<NonNullable<ReadFile["kind"]>, { type: string }>;
  readonly recorded: ReadFile["recorded"];
  readonly video: ReadFile["video"];
  /** The choices of an earlier upload of this file that has begun but not ended. */
  readonly before: { readonly camera: number; readonly startMs: number } | undefined;
};

/** The person's choices. */
export type Said = {
  /** Cameras of folders, by path. */
  readonly cameras: ReadonlyMap<string, number>;
  /** Starts of files, by id. */
  readonly starts: ReadonlyMap<number, number>;
  /** Zone of the clocks of cameras whose record has no time zone. */
  readonly timeZone: string | undefined;
  /**
   * Meaning of the creation time in MP4 and Matroska files. The formats require UTC, but many trail cameras write their
   * local time.
   */
  readonly mp4Clock: "utc" | "camera";
};

type Start = { readonly ms: number; readonly from: StartFrom | "person" | "before" };

export type Planned = {
  readonly chosen: Chosen;
  readonly camera: Camera | undefined;
  /** Zone of the camera's clock. */
  readonly zone: string | undefined;
  readonly start: Start | NoStart;
  /** The start that the file itself has. */
  readonly found: Start | NoStart;
};

/** A file whose camera and start are known. */
export type Ready = Planned & { readonly camera: Camera; readonly start: Start };

export function isReady(planned: Planned): planned is Ready {
  return planned.camera !== undefined && isStart(planned.start);
}

/** Returns `true` for a start, and `false` for the reason why there is none. */
export function isStart(start: Start | NoStart): start is Start {
  return typeof start === "object" && "from" in start;
}

/**
 * Returns the camera and the start of a file: those that the person chose, else those of an earlier upload, else those
 * in the file.
 */
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
  const start: Start | NoStart =
    own !== undefined
      ? { ms: own, from: "person" }
      : isBefore
        ? { ms: before.startMs, from: "before" }
        : found;
  return { chosen, camera, zone, start, found };
}

/** Returns the folder of a file; empty for files that were chosen without a folder. */
export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
