import { type Copy, failedCopy } from "../../domain/copy/copy.ts";
import { isUnfinished } from "../../domain/job/job.ts";
import type { CopyWriter } from "../../store/copy/writer.ts";
import type { CopyFiles } from "./files.ts";

type Deps = {
  readonly copies: Pick<CopyWriter, "save" | "removePieces" | "remove">;
  readonly files: Pick<CopyFiles, "remove">;
  readonly nowMs: () => number;
};

/**
 * Removes a copy with its pieces and files. Ends its job first, so that no worker adds a piece meanwhile; a worker that
 * has not noticed may still leave a file. Removes its record last, so that nobody makes a new copy before.
 */
export function discardCopy({ copies, files, nowMs }: Deps) {
  return async (copy: Copy): Promise<"removed" | "changed-meanwhile"> => {
    const isOver = !isUnfinished(copy);
    const ended = isOver ? copy : await copies.save(copy, failedCopy(copy, "It was removed.", nowMs()));
    if (ended === "changed-meanwhile") return ended;
    await files.remove(ended.id);
    await copies.removePieces(ended.id);
    return await copies.remove(ended);
  };
}
