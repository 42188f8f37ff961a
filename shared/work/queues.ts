import { isUnfinished, type Job } from "../domain/job/job.ts";
import { isFree } from "./lease.ts";

/** Jobs of one kind. */
export type Queue = {
  readonly kind: "export" | "import";
  /** The ids of those that are unfinished, the oldest first. */
  readonly unfinishedIds: () => AsyncIterable<number>;
  /** `undefined` for a job that is gone, or has ended. */
  readonly find: (id: number) => Promise<Found | undefined>;
};

type Found = {
  readonly isFree: boolean;
  /** See `jobWorker`. */
  readonly work: (canContinue: () => boolean) => Promise<Job | undefined>;
};

/** The unfinished jobs of one kind. */
export function queueOf<J extends Job>(
  kind: Queue["kind"],
  deps: {
    readonly unfinishedIds: Queue["unfinishedIds"];
    readonly find: (id: number) => Promise<J | undefined>;
    readonly work: (job: J, canContinue: () => boolean) => Promise<J | undefined>;
    readonly nowMs: () => number;
  },
): Queue {
  return {
    kind,
    unfinishedIds: deps.unfinishedIds,
    find: async (id) => {
      const job = await deps.find(id);
      if (job === undefined || !isUnfinished(job)) return undefined;
      return {
        isFree: isFree(job, deps.nowMs()),
        work: (canContinue) => deps.work(job, canContinue),
      };
    },
  };
}

type Deps = {
  readonly queues: readonly Queue[];
  /** Called for a job whose record cannot be read. It stops no other. */
  readonly unreadable: (kind: Queue["kind"], id: number, error: unknown) => void;
};

/** What a call did: jobs that it worked on, those of them that are done, and those that have failed or are unreadable. */
export type Exchanged = {
  readonly worked: number;
  readonly done: number;
  /** Of those that are done. */
  readonly doneImports: number;
  readonly failed: number;
};

/** Jobs that are worked on at a time, so that they leave the table to others. */
const mostAtOnce = 4;

/** Statuses of jobs that have come to a good end. */
const goodEnds: ReadonlySet<string> = new Set(["done", "checked"]);

/** Works on unfinished jobs, the oldest of each kind first, until none is left for this call. */
export function exchange({ queues, unreadable }: Deps) {
  /** The next job that nobody works on. Two calls at once may find the same; one of them gets the lease. */
  async function nextFree(tried: Set<string>, broken: Set<string>) {
    let leased = 0;
    let next:
      | { readonly name: string; readonly kind: Queue["kind"]; readonly work: Found["work"] }
      | undefined;
    for (const { kind, unfinishedIds, find } of queues) {
      for await (const id of unfinishedIds()) {
        const name = `${kind} ${id}`;
        if (broken.has(name)) continue;
        const found = await find(id).catch((error: unknown) => {
          broken.add(name);
          unreadable(kind, id, error);
          return undefined;
        });
        if (found === undefined) continue;
        if (!found.isFree) leased += 1;
        else if (!tried.has(name)) next ??= { name, kind, work: found.work };
        if (leased === mostAtOnce) return undefined;
      }
    }
    return next;
  }

  return async (canContinue: () => boolean): Promise<Exchanged> => {
    const tried = new Set<string>();
    const broken = new Set<string>();
    const left: (Job & { readonly kind: Queue["kind"] })[] = [];
    while (canContinue()) {
      const next = await nextFree(tried, broken);
      if (next === undefined) break;
      tried.add(next.name);
      const after = await next.work(canContinue);
      if (after) left.push({ ...after, kind: next.kind });
    }
    const done = left.filter(({ status }) => goodEnds.has(status));
    // An export without any matching annotation is no failure: its maker is told why.
    const failed = left.filter(({ status, failures }) => status === "failed" && failures > 0).length;
    return {
      worked: left.length,
      done: done.length,
      doneImports: done.filter(({ kind }) => kind === "import").length,
      failed: failed + broken.size,
    };
  };
}
