import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { verifyIndex } from "../../shared/index/check/check-index.ts";
import { carryCorrections } from "../../shared/store/annotation/carry-corrections.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { runJob } from "../shared/index/check/run-to-end.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { intercept } from "../support/dynamo/call.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { crashingClient } from "../support/dynamo/crashing-client.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { author, requests } from "./annotation-requests.ts";
import { listProblem, randomList, type TimeList, timeOf } from "./corrected-lists.ts";
import {
  correctStart,
  correctZone,
  dayMs,
  fillWorld,
  firstStartMs,
  noObjects,
  pendingCorrections,
  untouched,
} from "./corrected-world.ts";
import { outcomeOf } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { tableProblems } from "./table-problems.ts";
import { timeProblems } from "./time-problems.ts";

const database = useTable();

const hourMs = 3_600_000;
/** A time at which every request that read the old record has ended (see shared/store/source/writer.ts). */
const later = () => Date.now() + 3 * 60_000;

const zonesAtFirst = new Map<number, string | undefined>([
  [1, "Europe/Brussels"],
  [2, "-03:30"],
]);
const startsAtFirst = new Map([1, 2, 3].map((id) => [id, firstStartMs]));

/** Opens a table with a client of its own, which runs `before` before each of its calls. */
function watched({ name }: Table, before: (operation: string) => Promise<unknown>): Table {
  const client = database.connect();
  intercept(client, "around retries", async ({ operation }, send) => {
    await before(operation);
    return send();
  });
  return openTable(name, client);
}

const wholeCleanUp = async (table: Table) => {
  const { failures } = await runCleanUp(table, noObjects, { nowMs: later });
  expect(failures).toEqual([]);
};

/**
 * Filters by the time that an annotation has before or after a correction. The annotation leaves the list, enters it,
 * or moves within it.
 */
const lists: Record<string, (ms: number, clock: string) => TimeList["filters"]> = {
  "an hour": (ms) => ({ ...all, "time[from]": ms - hourMs, "time[to]": ms + 1 }),
  "a month that ends with the annotation": (ms) => ({
    ...all,
    "time[from]": ms - 30 * dayMs,
    "time[to]": ms + 1,
  }),
  "a month that begins with the annotation": (ms) => ({
    ...all,
    "time[from]": ms,
    "time[to]": ms + 30 * dayMs,
  }),
  "a day": (_, clock) => ({ ...all, ...daysOf(clock) }),
  "an hour of any day": (_, clock) => ({ ...all, "hour[from]": Number(clock.slice(-2)) }),
  "a day until an instant": (ms, clock) => ({ ...all, ...daysOf(clock), "time[to]": ms + 1 }),
  "any time": () => all,
};

const all: TimeList["filters"] = { observer: untouched, observation: [] };

function daysOf(clock: string) {
  const day = Date.parse(clock.slice(0, 10)) / dayMs;
  return { "day[from]": day, "day[to]": day };
}

/** Invariant 20 (docs/invariants.md). */
test.each(
  Object.entries(lists).flatMap(([name, filtersOf]) =>
    (["start", "zone"] as const).map((what) => ({ name, what, filtersOf })),
  ),
)(
  "a list of annotations from $name is right even if a corrected $what is carried over before any of its calls",
  soak,
  async ({ what, filtersOf }) => {
    const table = await database.fresh();
    const annotations = await fillWorld(table, 2, seededRandom(1), 6);
    const starts = new Map(startsAtFirst);
    const zones = new Map(zonesAtFirst);
    const problems: string[] = [];
    for (const isBefore of [true, false]) {
      for (let call = 1, calls = 1; call <= calls; call++) {
        const before = { starts: new Map(starts), zones: new Map(zones) };
        const turn = call % 2;
        if (what === "start") {
          starts.set(1, firstStartMs + turn * 17 * hourMs);
          await correctStart(table, 1, starts.get(1) ?? 0);
        } else {
          zones.set(1, turn === 1 ? "+14:00" : "Europe/Brussels");
          await correctZone(table, 1, zones.get(1));
        }
        const [annotation] = annotations;
        if (annotation === undefined) throw new Error("There is no annotation");
        const { ms, clock } = timeOf(annotation, isBefore ? before : { starts, zones });
        const page = { offset: 0, limit: 100, order: isBefore ? "start_time" : "-start_time" } as const;
        calls = 0;
        const reader = watched(table, async () => {
          calls += 1;
          if (calls === call) await carryAll(table);
        });
        const list = { filters: filtersOf(ms, clock), page };
        const problem = await listProblem(reader, annotations, { starts, zones }, list);
        if (problem) problems.push(`before call ${call}: ${problem}`);
        if (calls < call) await carryAll(table);
      }
    }
    expect(problems).toEqual([]);
  },
);

async function carryAll(table: Table): Promise<void> {
  const carry = carryCorrections(table);
  for (const kind of ["moved-stream", "moved-source"] as const)
    await carry({ kind, id: 1 }, { canContinue: () => true, nowMs: later() });
  expect(await pendingCorrections(table)).toBe(0);
}

/** Writers of the time of an annotation of the stream 1. They compute it from the stream that they have read. */
const writers: Record<string, (table: Table, id: number) => Promise<unknown>> = {
  "an earlier correction": async (table) => {
    const carry = carryCorrections(table);
    await carry({ kind: "moved-stream", id: 1 }, { canContinue: () => true, nowMs: Date.now() });
    await carry({ kind: "moved-source", id: 1 }, { canContinue: () => true, nowMs: Date.now() });
  },
  "a request to change the times": (table, id) =>
    requests(table).update(
      { params: { id }, query: {}, body: { timespan: { start: 3000, end: 4000 } }, ifMatch: undefined },
      author,
    ),
  "a request for a new annotation": (table) => {
    const fields = { videostreamId: 1, timespan: { start: 0, end: 1 }, observer: "a", observation: {} };
    return requests(table).create(
      { query: {}, body: { shape: "observation", fields }, idempotency: undefined },
      author,
    );
  },
};

/** Invariant 19 (docs/invariants.md). */
test.each(Object.entries(writers))(
  "an outdated start does not remain if %s reads it before a correction and writes it afterwards",
  async (_, write) => {
    const table = await database.fresh();
    await fillWorld(table, 1, seededRandom(1), 6);
    await correctStart(table, 1, firstStartMs + dayMs);
    let isFirst = true;
    const slow = watched(table, async (operation) => {
      if (operation !== "TransactWriteItems" || !isFirst) return;
      isFirst = false;
      await correctStart(table, 1, firstStartMs);
      await wholeCleanUp(table);
      expect(await pendingCorrections(table)).toBe(0);
    });
    await write(slow, 1);
    await wholeCleanUp(table);
    expect(await pendingCorrections(table)).toBe(0);
    for (const id of [1, 8]) {
      const annotation = await annotationById(table)(id);
      if (annotation) expect(momentIn(annotation)).toEqual(startsAtFirst.get(1));
    }
  },
);

/** Returns the start of the stream from which an annotation's time was computed. */
function momentIn({ moment, startMs }: Annotation): number | undefined {
  return moment && moment.ms - startMs;
}

/** Invariant 19 (docs/invariants.md). */
test.each(Object.entries(writers))(
  "an outdated zone does not remain if %s reads it before a correction and writes it afterwards",
  async (_, write) => {
    const table = await database.fresh();
    await fillWorld(table, 1, seededRandom(1), 6);
    await correctZone(table, 1, "+14:00");
    let isFirst = true;
    const slow = watched(table, async (operation) => {
      if (operation !== "TransactWriteItems" || !isFirst) return;
      isFirst = false;
      await correctZone(table, 1, "Europe/Brussels");
      await runCleanUp(table, noObjects);
      expect(await pendingCorrections(table)).toBe(1);
    });
    await write(slow, 1);
    await wholeCleanUp(table);
    expect(await pendingCorrections(table)).toBe(0);
    for (const id of [1, 8]) {
      const annotation = await annotationById(table)(id);
      if (annotation === undefined) continue;
      const { clock } = timeOf(annotation, { starts: startsAtFirst, zones: zonesAtFirst });
      const { ms = 0, offsetMinutes = 0 } = annotation.moment ?? {};
      expect(new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 13).replace("T", " ")).toBe(clock);
    }
  },
);

test("a correction keeps its task if it stops early or fails for one annotation, and continues later", async () => {
  const table = await database.fresh();
  await fillWorld(table, 12, seededRandom(1), 6);
  await correctStart(table, 1, firstStartMs + dayMs);
  const corrected = { kind: "moved-stream", id: 1 } as const;
  let more = 5;
  expect(await carryCorrections(table)(corrected, { canContinue: () => more-- > 0, nowMs: Date.now() })).toBe(
    7,
  );
  expect(await pendingCorrections(table)).toBe(1);
  expect(await timeProblems(table, await readAll(table))).not.toEqual([]);
  let writes = 0;
  const failing = watched(table, async (operation) => {
    if (operation === "TransactWriteItems" && ++writes === 3) throw new Error("lost");
  });
  expect(await carryCorrections(failing)(corrected, { canContinue: () => true, nowMs: Date.now() })).toBe(1);
  expect(await pendingCorrections(table)).toBe(1);
  expect(await carryCorrections(table)(corrected, { canContinue: () => true, nowMs: Date.now() })).toBe(0);
  expect(await timeProblems(table, await readAll(table))).toEqual([]);
});

/** Number of annotations. With `CORRECTED=5000`, one correction takes 24 minutes on a busy machine with two cores. */
const count = Number(process.env["CORRECTED"] ?? 40);

/** Successive corrections. Each is carried over before the next one is made. */
const corrections = [
  { startMs: firstStartMs - 40 * dayMs - 7 * hourMs, zone: undefined },
  { startMs: undefined, zone: "+14:00" },
  { startMs: firstStartMs + 9 * hourMs, zone: "Asia/Kathmandu" },
];

/** Invariants 19 and 20 (docs/invariants.md). */
test.each([1, count])(
  "lists have %i annotations at their correct times while the clean-ups that correct them are killed",
  { timeout: soak.timeout + 1000 * count },
  async (size) => {
    await forSeeds(
      async (seed) => {
        const random = seededRandom(seed);
        const table = await database.fresh();
        const annotations = await fillWorld(table, size, random, 24);
        const parents = { starts: new Map(startsAtFirst), zones: new Map(zonesAtFirst) };
        const conflicts = dynamoConflicts(5);
        const problems: string[] = [];
        const busy: number[] = [];
        let [lists, crashes, stopped, changes, tasksLeft] = [0, 0, 0, 0, 0];
        for (const { startMs, zone } of corrections) {
          const zoneDueMs = Date.now() + 2 * 60_000;
          if (startMs !== undefined) await correctStart(table, 1, startMs);
          if (zone !== undefined) await correctZone(table, 1, zone);
          if (startMs !== undefined) parents.starts.set(1, startMs);
          if (zone !== undefined) parents.zones.set(1, zone);
          let isOver = false;
          const read = async () => {
            const reader = watched(table, () => sleep(below(random, 15)));
            while (!isOver) {
              const timeList = randomList(random, annotations, parents);
              const problem = await listProblem(reader, annotations, parents, timeList);
              if (problem) problems.push(problem);
              lists += 1;
            }
          };
          const change = async () => {
            const own = openTable(table.name, faulty(random, conflicts));
            while (!isOver) {
              await changeOther(own, random, busy);
              changes += 1;
            }
          };
          const clean = async () => {
            for (let process = 0; process < 4; process++) {
              const client = faulty(random, conflicts);
              const { addTo, crashed } = crashingClient(random, 10 * size + 20);
              addTo(client);
              // Every other clean-up also stops by itself.
              const slice = process % 2 === 0 ? { timeLeftMs: 20 + below(random, 5 * size) } : {};
              const run = runCleanUp(openTable(table.name, client), noObjects, slice).then(
                ({ done }) => done,
              );
              const outcome = await Promise.race([run, crashed]);
              if (outcome === "crashed") crashes += 1;
              else if (!outcome) stopped += 1;
            }
          };
          const going = Promise.all([read(), read(), change(), change()]);
          await Promise.all([clean(), clean()]);
          tasksLeft += await pendingCorrections(table);
          await runCleanUp(table, noObjects);
          const pending = await pendingCorrections(table);
          if (zone === undefined) expect(pending).toBe(0);
          // Requests may have read the old zone, so its task stays until all of them have ended.
          else if (Date.now() < zoneDueMs) expect(pending).toBe(1);
          isOver = true;
          await going;
          await wholeCleanUp(table);
          const items = await readAll(table);
          expect(await timeProblems(table, items)).toEqual([]);
          expect(tableProblems(items)).toEqual([]);
        }
        console.log(
          `${size} annotations: ${lists} lists, ${changes} changes, ${crashes} crashes, ${stopped} stops, ${tasksLeft} tasks left`,
        );
        expect(problems.slice(0, 5)).toEqual([]);
        expect((await runJob(verifyIndex, table)).found).toEqual([]);
        expect(lists).toBeGreaterThan(10);
        expect(crashes + stopped).toBeGreaterThan(0);
      },
      [1],
    );
  },
);

/** A client whose calls get lost and conflict with the calls of others. */
function faulty(random: Random, conflicts: ReturnType<typeof dynamoConflicts>) {
  const client = database.connect();
  const rates = { requestLost: 0.01, answerLost: 0.01, answerLostForGood: 0.005, unprocessed: 0.01 };
  dynamoFaults(below(random, 2 ** 31), rates).addTo(client);
  conflicts.addTo(client);
  return client;
}

/** Creates, changes or deletes an annotation of another observer, which lists may contain as well. */
async function changeOther(table: Table, random: Random, ids: number[]): Promise<void> {
  const [start, end] = [below(random, 90) * hourMs, 100 * hourMs];
  const id = oneOf(random, ids);
  const draw = random();
  if (id === undefined || draw < 0.4) {
    const fields = {
      ...{ videostreamId: 1 + below(random, 3), timespan: { start, end } },
      ...{ observer: "somebody", observation: {} },
    };
    const body = { shape: "observation", fields } as const;
    const made = await outcomeOf(() =>
      requests(table).create({ query: {}, body, idempotency: undefined }, author),
    );
    if (typeof made === "object") ids.push(made.body.id);
    return;
  }
  const params = { id };
  if (draw < 0.9) {
    const body = { timespan: { start, end } };
    await outcomeOf(() => requests(table).update({ params, query: {}, body, ifMatch: undefined }, author));
  } else {
    await outcomeOf(() => requests(table).drop({ params, ifMatch: undefined }, author));
  }
}
