import type { Copy } from "../domain/copy/copy.ts";
import type { ExportJob } from "../domain/job/export-job.ts";
import type { ImportJob } from "../domain/job/import-job.ts";
import { copiesAtOnce } from "../runtime/env.ts";
import { copyOf } from "../store/copy/reader.ts";
import { exportById } from "../store/job/export-reader.ts";
import { importById } from "../store/job/import-reader.ts";
import type { Table } from "../table/table.ts";
import { dueTaskIds, taskIds } from "../table/tasks.ts";
import { type JobsOf, unfinishedJobs } from "../work/queues.ts";
import { type Room, roomFor } from "../work/room.ts";

/** The unfinished exports with stills, or those without. A separate function cuts stills. */
export function exportJobs(table: Table, withStills: boolean): JobsOf<ExportJob> {
  const find = exportById(table);
  return {
    kind: withStills ? "export-with-stills" : "export",
    unfinishedIds: () => taskIds(table, "export"),
    find: async (id) => {
      const job = await find(id);
      return job?.options.stills === withStills ? job : undefined;
    },
    nowMs: Date.now,
  };
}

/** The unfinished imports. */
export function importJobs(table: Table): JobsOf<ImportJob> {
  return {
    kind: "import",
    unfinishedIds: () => taskIds(table, "import"),
    find: importById(table),
    nowMs: Date.now,
  };
}

/** The unfinished copies, save those that wait for another day. */
export function copyJobs(table: Table): JobsOf<Copy> {
  return {
    kind: "copy",
    unfinishedIds: () => dueTaskIds(table, "copy", Date.now()),
    find: copyOf(table),
    nowMs: Date.now,
  };
}

/** Divides the places for workers among all kinds of jobs. */
export function roomForJobs(table: Table): Room {
  const all = [
    unfinishedJobs(exportJobs(table, false)),
    unfinishedJobs(exportJobs(table, true)),
    unfinishedJobs(importJobs(table)),
    unfinishedJobs(copyJobs(table)),
  ];
  return roomFor({ all, most: { copy: copiesAtOnce() } });
}
