import { isUnfinished, type Job } from "../domain/job/job.ts";
import { isFree } from "./lease.ts";

/** Kinds of jobs that share the places for workers (see `roomFor`). */
export type JobKind = "copy" | "export" | "export-with-stills" | "import";

/** The unfinished jobs of one kind. */
export type UnfinishedJobs = {
  readonly kind: JobKind;
  /** Ids of the unfinished jobs that may begin, the oldest first. */
  readonly unfinishedIds: () => AsyncIterable<number>;
  /** `undefined` for a job that was deleted or has ended. */
  readonly find: (id: number) => Promise<Found | undefined>;
};

/** `createdMs`: when the job was asked for, in milliseconds since 1970. */
type Found = { readonly isFree: boolean; readonly createdMs: number };

/** The unfinished jobs of one kind, with their worker. */
export type Queue = Omit<UnfinishedJobs, "find"> & {
  readonly find: (id: number) => Promise<(Found & { readonly work: Work }) | undefined>;
};

/** See `jobWorker`. */
type Work = (canContinue: () => boolean) => Promise<Job | undefined>;

export type JobsOf<J extends Job> = Pick<UnfinishedJobs, "kind" | "unfinishedIds"> & {
  readonly find: (id: number) => Promise<J | undefined>;
  readonly nowMs: () => number;
};

/** The unfinished jobs of one kind. */
export function unfinishedJobs<J extends Job>(jobs: JobsOf<J>): UnfinishedJobs {
  return queueOf(jobs, async () => undefined);
}

/** The unfinished jobs of one kind, with their worker. */
export function queueOf<J extends Job>(
  { kind, unfinishedIds, find, nowMs }: JobsOf<J>,
  work: (job: J, canContinue: () => boolean) => Promise<J | undefined>,
): Queue {
  return {
    kind,
    unfinishedIds,
    find: async (id) => {
      const job = await find(id);
      if (job === undefined || !isUnfinished(job)) return undefined;
      return {
        isFree: isFree(job, nowMs()),
        createdMs: job.createdMs,
        work: (canContinue) => work(job, canContinue),
      };
    },
  };
}
