import type { ExportJob } from "../../domain/job/export-job.ts";
import { exportById } from "../../store/job/export-reader.ts";
import type { Table } from "../../table/table.ts";
import { taskIds } from "../../table/tasks.ts";
import { type Queue, queueOf } from "../../work/queues.ts";
import type { exportWorker } from "./worker.ts";

/** The queue of exports with stills, or of those without. A separate function cuts stills. */
export function exportQueue(table: Table, work: ReturnType<typeof exportWorker>, withStills: boolean): Queue {
  const find = exportById(table);
  return queueOf<ExportJob>("export", {
    unfinishedIds: () => taskIds(table, "export"),
    find: async (id) => {
      const job = await find(id);
      return job?.options.stills === withStills ? job : undefined;
    },
    work,
    nowMs: Date.now,
  });
}
