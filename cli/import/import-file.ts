import path from "node:path";
import type { Api } from "../../client/api.ts";
import type { Patience } from "../../client/patiently.ts";
import { partBytesOf } from "../../shared/domain/upload.ts";
import { FileFailure } from "../failure.ts";
import { sizeOf } from "../scan/find-files.ts";
import type { PlannedFile } from "../scan/plan.ts";
import { readProblem } from "../scan/read-problem.ts";
import { beginUpload, type NewUpload } from "./begin-upload.ts";
import { type Completed, completeUpload } from "./complete-upload.ts";
import { changed, type Fingerprint, readFingerprint } from "./fingerprint.ts";
import { inParallel } from "./in-parallel.ts";
import type { Progress } from "./progress.ts";
import { partSender } from "./send-part.ts";

/** Parts of one file that are sent at the same time. */
const partsAtOnce = 3;

type Deps = {
  readonly api: Api;
  readonly folder: string;
  readonly patience: Partial<Patience> & Pick<Patience, "sleep">;
  /** Files of which the camera has a stream with the same start. */
  readonly there: ReadonlySet<PlannedFile>;
  readonly progress: Pick<Progress, "sent" | "found">;
};

/**
 * Imports files of a folder, each from the state in which an earlier run left it.
 * @throws FileFailure if only this file is not imported
 * @throws Stop if no other can be either
 */
export function fileImporter({ api, folder, patience, there, progress }: Deps) {
  const sendPart = partSender(api, patience);
  /** Files that are being imported, by camera and fingerprint: copies are not sent beside each other. */
  const running = new Map<string, Promise<Completed>>();

  async function importFile(planned: PlannedFile): Promise<Completed> {
    const file = path.join(folder, planned.path);
    const read = await readFingerprint(file, planned.bytes).catch((error: unknown) => {
      throw error instanceof FileFailure ? error : new FileFailure(readProblem(planned.path, error));
    });
    const key = `${planned.camera.id} ${read.fingerprint}`;
    const copy = running.get(key);
    if (copy !== undefined) return { kind: "there", stream: (await copy).stream };
    const importing = upload(planned, file, read).finally(() => running.delete(key));
    running.set(key, importing);
    return importing;
  }

  async function upload(planned: PlannedFile, file: string, read: Fingerprint): Promise<Completed> {
    const { parts, fingerprint } = read;
    const begun = await beginUpload(api, announcement(planned, fingerprint), there.has(planned));
    if ("stream" in begun) return { kind: "there", ...begun };
    const { id, received } = begun;
    const missing =
      received === "all" ? [] : parts.filter(({ number, sha256 }) => received.get(number) !== sha256);
    progress.found(planned, planned.bytes - missing.reduce((sum, { bytes }) => sum + bytes, 0));
    await inParallel(missing, partsAtOnce, (part) => {
      const at = (part.number - 1) * partBytesOf(planned.bytes);
      return sendPart(id, part, { file, at, bytes: part.bytes }, (bytes) => progress.sent(planned, bytes));
    });
    await requireUnchanged(planned);
    return completeUpload(api, id, parts, patience.sleep);
  }

  /** A file that grew since it was found would be imported in part. */
  async function requireUnchanged({ path: name, bytes, modifiedMs }: PlannedFile): Promise<void> {
    const now = await sizeOf(folder, name).catch(() => undefined);
    if (now?.bytes !== bytes || now.modifiedMs !== modifiedMs) throw changed();
  }

  return importFile;
}

function announcement(
  { path: file, type, bytes, camera, start }: PlannedFile,
  fingerprint: string,
): NewUpload {
  return {
    filename: path.posix.basename(file).toWellFormed(),
    type,
    bytes,
    capturesource: camera.id,
    startTime: new Date(start.ms).toISOString(),
    fingerprint,
  };
}
