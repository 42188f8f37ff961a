import type { Job } from "../domain/job/job.ts";
import type { JobKind, Queue } from "./queues.ts";
import { type Room, roomFor } from "./room.ts";

type Deps = {
  readonly queues: readonly Queue[];
  /** Default: the room of these queues alone. */
  readonly room?: Room;
  /** Called for a job whose record cannot be read. The other jobs continue. */
  readonly unreadable: (kind: JobKind, id: number, error: unknown) => void;
};

/** Counts of jobs in a call: worked on, done, and failed or unreadable. */
export type Exchanged = {
  readonly worked: number;
  readonly done: Readonly<Record<"copy" | "export" | "import", number>>;
  readonly failed: number;
};

/** Statuses of jobs that ended successfully. */
const goodEnds: ReadonlySet<string> = new Set(["done", "checked"]);

/** Time after which a running job learns that another kind needs its place. */
const askMs = 20_000;

/** Works on unfinished jobs, the oldest of each kind first, until this call has tried all of them. */
export function exchange({ queues, room = roomFor({ all: queues }), unreadable }: Deps) {
  /**
   * Finds the next job without a worker. Two concurrent calls may find the same job, and one of them gets the lease.
   */
  async function nextFree(tried: Set<string>, broken: Set<string>) {
    for (const { kind, unfinishedIds, find } of queues) {
      if (!(await room.isFor(kind))) continue;
      for await (const id of unfinishedIds()) {
        const name = `${kind} ${id}`;
        if (broken.has(name) || tried.has(name)) continue;
        const found = await find(id).catch((error: unknown) => {
          broken.add(name);
          unreadable(kind, id, error);
          return undefined;
        });
        if (found?.isFree) return { name, kind, id, work: found.work };
      }
    }
    return undefined;
  }

  return async (canContinue: () => boolean): Promise<Exchanged> => {
    const tried = new Set<string>();
    const broken = new Set<string>();
    const left: (Job & { readonly kind: JobKind })[] = [];
    while (canContinue()) {
      const next = await nextFree(tried, broken);
      if (next === undefined) break;
      const { name, kind, id, work } = next;
      tried.add(name);
      let isNeeded = false;
      const timer = setInterval(() => {
        // Without an answer, it asks again.
        room.isNeededOf(kind, id).then(
          (answer) => {
            isNeeded ||= answer;
          },
          () => {},
        );
      }, askMs);
      try {
        const after = await work(() => canContinue() && !isNeeded);
        if (after) left.push({ ...after, kind });
      } finally {
        clearInterval(timer);
      }
    }
    const doneOf = (...wanted: readonly JobKind[]) =>
      left.filter(({ kind, status }) => wanted.includes(kind) && goodEnds.has(status)).length;
    // An export without a matching annotation does not count as a failure: its record tells the caller why.
    const failed = left.filter(({ status, failures }) => status === "failed" && failures > 0).length;
    return {
      worked: left.length,
      done: {
        copy: doneOf("copy"),
        export: doneOf("export", "export-with-stills"),
        import: doneOf("import"),
      },
      failed: failed + broken.size,
    };
  };
}
