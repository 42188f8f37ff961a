import { describe, expect, test } from "vitest";
import type { JobKind, UnfinishedJobs } from "../../../shared/work/queues.ts";
import { mostAtOnce, roomFor } from "../../../shared/work/room.ts";
import { below, seededRandom } from "../../support/seeded-random.ts";

const kinds = ["copy", "export", "export-with-stills", "import"] as const;
type Work = { readonly id: number; isRunning: boolean; steps: number };

/** Jobs in memory, by kind, the oldest first. Ids rise with age over all kinds. */
function jobsOf(given: Partial<Record<JobKind, readonly ("runs" | "waits")[]>>) {
  const all = new Map<JobKind, Work[]>();
  let id = 0;
  for (const kind of kinds) {
    const works = (given[kind] ?? []).map((state) => ({ id: ++id, isRunning: state === "runs", steps: 3 }));
    all.set(kind, works);
  }
  const watched = kinds.map(
    (kind): UnfinishedJobs => ({
      kind,
      unfinishedIds: async function* () {
        for (const { id } of [...(all.get(kind) ?? [])]) yield id;
      },
      async find(id) {
        const found = all.get(kind)?.find((work) => work.id === id);
        return found && { isFree: !found.isRunning, createdMs: found.id };
      },
    }),
  );
  return { all, room: roomFor({ all: watched, most: { copy: 2 } }) };
}

async function inTurn(room: ReturnType<typeof roomFor>): Promise<readonly JobKind[]> {
  const answers = await Promise.all(kinds.map(async (kind) => [kind, await room.isFor(kind)] as const));
  return answers.filter(([, is]) => is).map(([kind]) => kind);
}

describe("a free place", () => {
  test("goes to the kind with the fewest workers", async () => {
    const { room } = jobsOf({
      copy: ["runs", "waits"],
      export: ["runs", "runs", "waits"],
      import: ["waits"],
    });
    expect(await inTurn(room)).toEqual(["import"]);
  });

  test("goes to the job that has waited longest if kinds have as many workers", async () => {
    const { room } = jobsOf({
      copy: ["runs", "runs"],
      export: ["runs", "waits"],
      import: ["waits", "waits"],
    });
    expect(await inTurn(room)).toEqual(["import"]);
    const tied = jobsOf({ export: ["runs", "runs", "runs"], import: ["waits"], copy: ["waits"] });
    expect(await inTurn(tied.room)).toEqual(["copy"]);
  });

  test("is there for every kind that waits while there are enough", async () => {
    const { room } = jobsOf({ copy: ["waits"], export: ["waits"], import: ["waits"] });
    expect(await inTurn(room)).toEqual(["copy", "export", "import"]);
  });

  test("is none for more copies than may run at once", async () => {
    const { room } = jobsOf({ copy: ["runs", "runs", "waits"] });
    expect(await inTurn(room)).toEqual([]);
  });

  test("is found among many jobs that wait", async () => {
    const many = Array.from({ length: 5000 }, () => "waits" as const);
    const { room } = jobsOf({ copy: ["runs", ...many], import: ["waits"] });
    expect(await inTurn(room)).toEqual(["copy", "import"]);
  });
});

describe("a running job gives its place up", () => {
  const neededOf = async ({ all, room }: ReturnType<typeof jobsOf>) => {
    const needed: number[] = [];
    for (const [kind, works] of all) {
      for (const { id } of works) if (await room.isNeededOf(kind, id)) needed.push(id);
    }
    return needed;
  };

  test("if another kind has none, and only the youngest of its kind", async () => {
    const jobs = jobsOf({ export: ["runs", "runs", "runs", "runs"], import: ["waits"] });
    expect(await neededOf(jobs)).toEqual([4]);
  });

  test("not for its own kind, and not while there is a free place", async () => {
    expect(await neededOf(jobsOf({ export: ["runs", "runs", "runs", "runs", "waits"] }))).toEqual([]);
    expect(await neededOf(jobsOf({ export: ["runs", "runs", "runs"], import: ["waits"] }))).toEqual([]);
  });

  test("not for a kind with about as many workers", async () => {
    const jobs = jobsOf({ export: ["runs", "runs"], copy: ["runs", "waits"], import: ["runs"] });
    expect(await neededOf(jobs)).toEqual([]);
  });

  test("not for more copies than may run at once", async () => {
    const jobs = jobsOf({ copy: ["runs", "runs", "waits"], export: ["runs", "runs"] });
    expect(await neededOf(jobs)).toEqual([]);
  });
});

test("no kind waits for longer than a step and a call, whatever the others have to do", async () => {
  const random = seededRandom(13);
  for (let rounds = 0; rounds < 30; rounds += 1) {
    const many = () => Array.from({ length: 1 + below(random, 12) }, () => "waits" as const);
    const { all, room } = jobsOf(Object.fromEntries(kinds.map((kind) => [kind, many()])));
    const waited = new Map<JobKind, number>();
    while ([...all.values()].some((works) => works.length > 0)) {
      for (const kind of [...kinds].sort(() => random() - 0.5)) {
        // A call of the schedule: it begins one job, or none.
        const next = all.get(kind)?.find(({ isRunning }) => !isRunning);
        if (next && (await room.isFor(kind))) next.isRunning = true;
      }
      const running = [...all].flatMap(([kind, works]) =>
        works.filter(({ isRunning }) => isRunning).map((work) => ({ kind, work })),
      );
      expect(running.length).toBeLessThanOrEqual(mostAtOnce);
      expect(running.filter(({ kind }) => kind === "copy").length).toBeLessThanOrEqual(2);
      for (const [kind, works] of all) {
        const isHungry = works.length > 0 && !works.some(({ isRunning }) => isRunning);
        waited.set(kind, isHungry ? (waited.get(kind) ?? 0) + 1 : 0);
        expect(waited.get(kind)).toBeLessThanOrEqual(1);
      }
      // A step of each job.
      for (const { kind, work } of running) {
        work.steps -= 1;
        if (work.steps === 0) all.get(kind)?.splice(all.get(kind)?.indexOf(work) ?? 0, 1);
        else if (await room.isNeededOf(kind, work.id)) work.isRunning = false;
      }
    }
  }
});
