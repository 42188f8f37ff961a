import type { JobKind, UnfinishedJobs } from "./queues.ts";

/**
 * Maximum number of jobs with a worker at a time, of all kinds together. More would slow down other requests to the
 * table, and a new AWS account has ten concurrent executions for everything.
 */
export const mostAtOnce = 4;

/** Number of jobs of a kind that wait and are looked at. Jobs with a worker are among the oldest ones. */
const mostLooked = 20;

type Options = {
  /** All kinds of jobs. */
  readonly all: readonly UnfinishedJobs[];
  /** Maximum number of jobs of a kind with a worker at a time, where it is less than `mostAtOnce`. */
  readonly most?: Partial<Record<JobKind, number>>;
};

/** `running`: ids of the jobs with a worker. `oldestMs`: when the oldest job that waits was asked for. */
type Look = {
  readonly kind: JobKind;
  readonly running: readonly number[];
  readonly oldestMs: number | undefined;
  readonly hasUnreadable: boolean;
};

/**
 * Divides the places for workers among the kinds of jobs, so that no kind waits for all jobs of another. A free place
 * goes to the kind with the fewest workers, then to the one whose job has waited longest.
 */
export function roomFor({ all, most = {} }: Options) {
  const isFull = ({ kind, running }: Look) => running.length >= (most[kind] ?? mostAtOnce);
  const waits = (look: Look) => look.oldestMs !== undefined && !isFull(look);

  async function lookAtAll() {
    const looks = await Promise.all(all.map(lookAt));
    const places = mostAtOnce - looks.reduce((sum, { running }) => sum + running.length, 0);
    return { looks, places };
  }

  return {
    /** Returns true if a job of the kind may begin now. */
    async isFor(kind: JobKind): Promise<boolean> {
      const { looks, places } = await lookAtAll();
      const inTurn = looks
        // The worker of its kind reports a job that cannot be read.
        .filter((look) => waits(look) || (look.hasUnreadable && !isFull(look)))
        .toSorted((a, b) => a.running.length - b.running.length || ageOf(a) - ageOf(b));
      const turn = inTurn.findIndex((look) => look.kind === kind);
      return turn >= 0 && turn < places;
    },

    /**
     * Returns true if a running job must give its place to another kind after the step that it is in: no place is free,
     * another kind waits, and this kind has the most workers, at least two more than the other. Only the youngest job of
     * a kind gives up its place, so that not all do at once.
     */
    async isNeededOf(kind: JobKind, id: number): Promise<boolean> {
      const { looks, places } = await lookAtAll();
      const [largest] = looks.toSorted((a, b) => b.running.length - a.running.length);
      if (places > 0 || largest?.kind !== kind || largest.running.at(-1) !== id) return false;
      return looks.some((look) => waits(look) && look.running.length + 2 <= largest.running.length);
    },
  };
}

export type Room = ReturnType<typeof roomFor>;

function ageOf({ oldestMs = Number.MAX_SAFE_INTEGER }: Look): number {
  return oldestMs;
}

async function lookAt({ kind, unfinishedIds, find }: UnfinishedJobs): Promise<Look> {
  const running: number[] = [];
  let oldestMs: number | undefined;
  let waiting = 0;
  let hasUnreadable = false;
  for await (const id of unfinishedIds()) {
    const job = await find(id).catch(() => {
      hasUnreadable = true;
    });
    if (!job) continue;
    if (!job.isFree) running.push(id);
    else {
      oldestMs = Math.min(oldestMs ?? job.createdMs, job.createdMs);
      waiting += 1;
    }
    if (waiting === mostLooked || running.length === mostAtOnce) break;
  }
  return { kind, running, oldestMs, hasUnreadable };
}
