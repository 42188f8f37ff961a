import { isUnfinished, type Job } from "../domain/job/job.ts";
import { isFree } from "./lease.ts";

/** Jobs of one kind. */
export type Queue = {
  readonly kind: "copy" | "export" | "import";
  /** Ids of the unfinished jobs, the oldest first. */
  readonly unfinishedIds: () => AsyncIterable<number>;
  /** `undefined` for a job that was deleted or has ended. */
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
  /** Maximum number of jobs of these queues with a worker at a time. */
  readonly most?: number;
  /** Called for a job whose record cannot be read. The other jobs continue. */
  readonly unreadable: (kind: Queue["kind"], id: number, error: unknown) => void;
};

/** Counts of jobs in a call: worked on, done, and failed or unreadable. */
export type Exchanged = {
  readonly worked: number;
  readonly done: Readonly<Record<Queue["kind"], number>>;
  readonly failed: number;
};

/** Maximum number of jobs with a worker at a time. More would slow down other requests to the table. */
export const mostAtOnce = 4;

/** Statuses of jobs that ended successfully. */
const goodEnds: ReadonlySet<string> = new Set(["done", "checked"]);

/** Works on unfinished jobs, the oldest of each kind first, until this call has tried all of them. */
export function exchange({ queues, most = mostAtOnce, unreadable }: Deps) {
  /**
   * Finds the next job without a worker. Two concurrent calls may find the same job, and one of them gets the lease.
   */
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
        if (leased === most) return undefined;
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
    const doneOf = (wanted: Queue["kind"]) =>
      left.filter(({ kind, status }) => kind === wanted && goodEnds.has(status)).length;
    // An export without a matching annotation does not count as a failure: its record tells the caller why.
    const failed = left.filter(({ status, failures }) => status === "failed" && failures > 0).length;
    return {
      worked: left.length,
      done: { copy: doneOf("copy"), export: doneOf("export"), import: doneOf("import") },
      failed: failed + broken.size,
    };
  };
}
