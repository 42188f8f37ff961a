import type { Corrected } from "../../../shared/store/annotation/carry-corrections.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = { readonly effects: Pick<Effects, "carryCorrection">; readonly nowMs: () => number };

/** Corrects the times of annotations after a change of their stream's start or their source's time zone. */
export function carryCorrections({ effects, nowMs }: Deps, kind: Corrected["kind"]) {
  const what = kind === "moved-stream" ? "Video stream" : "Capture source";
  return async (run: Run, { id, dueMs }: PendingTask): Promise<void> => {
    const startedMs = nowMs();
    const left = await effects.carryCorrection(
      { kind, id },
      { canContinue: run.canContinue, nowMs: startedMs },
    );
    if (left > 0 || (kind === "moved-source" && startedMs < dueMs)) return;
    run.recordChange("completedTasks", `${what} ${id}: the times of its annotations have been corrected`);
  };
}
