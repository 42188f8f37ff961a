import path from "node:path";
import type { Api } from "../../client/api.ts";
import type { Patience } from "../../client/patiently.ts";
import { announcement } from "../../client/upload/begin-upload.ts";
import type { Completed } from "../../client/upload/complete-upload.ts";
import type { Fingerprint } from "../../client/upload/part.ts";
import { SendFailure } from "../../client/upload/send-part.ts";
import { uploadFile } from "../../client/upload/upload-file.ts";
import { partBytesOf } from "../../shared/domain/upload/part-sizes.ts";
import { FileFailure, Stop } from "../failure.ts";
import { sizeOf } from "../scan/find-files.ts";
import type { PlannedFile } from "../scan/plan.ts";
import { readProblem } from "../scan/read-problem.ts";
import { asFailure } from "../service/answer.ts";
import { networkProblem } from "../service/network-problem.ts";
import { changed, readFingerprint } from "./fingerprint.ts";
import type { Progress } from "./progress.ts";
import { putPart } from "./put-part.ts";

type Deps = {
  readonly api: Api;
  readonly folder: string;
  readonly patience: Partial<Patience> & Pick<Patience, "sleep">;
  /** Files whose camera already has a stream with the same start. */
  readonly there: ReadonlySet<PlannedFile>;
  readonly progress: Pick<Progress, "sent" | "found">;
};

/**
 * Imports files of a folder. The import of each file continues from the state in which an earlier run left it.
 * @throws FileFailure if only this file cannot be imported
 * @throws Stop if the other files cannot be imported either
 */
export function fileImporter({ api, folder, patience, there, progress }: Deps) {
  /** Files that are being imported, by camera and fingerprint, so that two copies of a file are not sent at the same time. */
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

  function upload(planned: PlannedFile, file: string, { parts, fingerprint }: Fingerprint) {
    const { camera, start, bytes: size } = planned;
    const announced = announcement({ ...planned, camera: camera.id, startMs: start.ms, fingerprint });
    return uploadFile(announced, parts, {
      api,
      patience,
      seemsThere: there.has(planned),
      put: ({ number, bytes }, to, onBytes) =>
        putPart({ file, at: (number - 1) * partBytesOf(size), bytes }, to, onBytes),
      onFound: (bytes) => progress.found(planned, bytes),
      onSent: (bytes) => progress.sent(planned, bytes),
      requireUnchanged: () => requireUnchanged(planned),
    }).catch((error: unknown) => {
      throw error instanceof SendFailure ? sendProblem(error) : asFailure(error);
    });
  }

  /** @throws FileFailure if a file has changed since it was found: only a part of it would be imported */
  async function requireUnchanged({ path: name, bytes, modifiedMs }: PlannedFile): Promise<void> {
    const now = await sizeOf(folder, name).catch(() => undefined);
    if (now?.bytes !== bytes || now.modifiedMs !== modifiedMs) throw changed();
  }

  return importFile;
}

function sendProblem({ reason, url, status, cause }: SendFailure): FileFailure | Stop {
  switch (reason) {
    case "changed":
      return changed();
    case "ended":
      return new FileFailure("Its upload has ended in the meantime. Run the same command again.");
    case "refused":
      return new FileFailure(`The storage refuses it (status ${status}). Run the same command again.`);
    case "unreachable":
      return new Stop(`${networkProblem(url, cause)} Run the same command again to go on.`);
  }
}
