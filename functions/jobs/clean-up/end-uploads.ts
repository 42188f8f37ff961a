import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { type Upload, uploadLifetimeMs } from "../../../shared/domain/upload/upload.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly effects: Pick<Effects, "endUpload" | "removeVideo" | "forgetUpload" | "completePendingTask">;
  readonly nowMs: () => number;
};

/**
 * Completes a `video` task that is due. Ends an upload whose lifetime is over; this renews the task, because parts may
 * still arrive. Removes the parts, the file and the record of an ended upload or of one whose stream was deleted.
 */
export function endUploads({ findUpload, findStream, effects, nowMs }: Deps) {
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (task.dueMs > nowMs()) return;
    const { id } = task;
    const upload = await findUpload(id);
    const kind = upload?.state.kind;
    if (upload && (kind === "open" || kind === "joining")) {
      if (upload.createdMs + uploadLifetimeMs > nowMs()) return;
      if ((await effects.endUpload(upload)) === "changed-meanwhile") return;
      run.recordChange("endedUploads", `Upload ${id}: ended, because it was not complete in time`);
      return;
    }
    if (upload?.state.kind === "done" && (await findStream(upload.state.stream))) {
      await effects.completePendingTask(task);
      run.recordChange("completedTasks", `Upload ${id}: it is complete, and a video stream has its file`);
      return;
    }
    await effects.removeVideo(id, upload?.multipartId);
    await effects.forgetUpload(upload, task);
    run.recordChange("removedFiles", `Upload ${id}: file removed, because it has no video stream`);
  };
}
