import { type ExportJob, isUnfinished } from "../../../shared/domain/export-job.ts";
import { isFree } from "../../../shared/exchange/lease.ts";

type Deps = {
  /** The ids of unfinished exports, the oldest first. */
  readonly unfinishedIds: () => AsyncIterable<number>;
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  /** See `exportWorker`. */
  readonly work: (job: ExportJob, canContinue: () => boolean) => Promise<ExportJob | undefined>;
  readonly nowMs: () => number;
  /** Called for an export whose record cannot be read. It stops no other. */
  readonly unreadable: (id: number, error: unknown) => void;
};

/** What a call did: exports that it worked on, those of them that are done, and those that have failed or are unreadable. */
export type Exchanged = { readonly worked: number; readonly done: number; readonly failed: number };

/** Exports that are worked on at a time, so that they leave the table to others. */
const mostAtOnce = 4;

/** Works on unfinished exports, the oldest first, until none is left for this call. */
export function exchange({ unfinishedIds, findExport, work, nowMs, unreadable }: Deps) {
  /** The next export that nobody works on. Two calls at once may find the same; one of them gets the lease. */
  async function nextFree(tried: ReadonlySet<number>, broken: Set<number>): Promise<ExportJob | undefined> {
    let leased = 0;
    let next: ExportJob | undefined;
    for await (const id of unfinishedIds()) {
      if (broken.has(id)) continue;
      const job = await findExport(id).catch((error: unknown) => {
        broken.add(id);
        unreadable(id, error);
        return undefined;
      });
      if (job === undefined || !isUnfinished(job)) continue;
      if (!isFree(job, nowMs())) leased += 1;
      else if (!tried.has(id)) next ??= job;
      if (leased === mostAtOnce) return undefined;
    }
    return next;
  }

  return async (canContinue: () => boolean): Promise<Exchanged> => {
    const tried = new Set<number>();
    const broken = new Set<number>();
    const left: ExportJob[] = [];
    while (canContinue()) {
      const job = await nextFree(tried, broken);
      if (job === undefined) break;
      tried.add(job.id);
      const after = await work(job, canContinue);
      if (after) left.push(after);
    }
    const done = left.filter(({ status }) => status === "done").length;
    // An export without any matching annotation is no failure: its maker is told why.
    const failed = left.filter(({ status, failures }) => status === "failed" && failures > 0).length;
    return { worked: left.length, done, failed: failed + broken.size };
  };
}
