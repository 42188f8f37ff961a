import { afterAll, beforeAll, expect, test } from "vitest";
import type { Annotation } from "../../shared/domain/annotation.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import { carryCorrections } from "../../shared/store/carry-corrections.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { intercept } from "../support/dynamo/call.ts";
import { startTable, type TestTable } from "../support/dynamo/table.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { author, requests } from "./annotation-requests.ts";
import { listProblem, type TimeList, timeOf } from "./corrected-lists.ts";
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
import { soak } from "./seeds.ts";

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const hourMs = 3_600_000;
/** After every request has ended that read a record before (see capture-source-writer.ts). */
const later = () => Date.now() + 3 * 60_000;

const zonesAtFirst = new Map<number, string | undefined>([
  [1, "Europe/Brussels"],
  [2, "-03:30"],
]);
const startsAtFirst = new Map([1, 2, 3].map((id) => [id, firstStartMs]));

/** Another client of a table, whose calls `before` sees before they are sent. */
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

/** Lists by an annotation's time before and after a correction: they lose it, gain it, or have it at another place. */
const lists: Record<string, (ms: number, clock: string) => TimeList["filters"]> = {
  "an hour": (ms) => ({ ...all, "time[from]": ms - hourMs, "time[to]": ms + 1 }),
  "a month that ends": (ms) => ({ ...all, "time[from]": ms - 30 * dayMs, "time[to]": ms + 1 }),
  "a month that begins": (ms) => ({ ...all, "time[from]": ms, "time[to]": ms + 30 * dayMs }),
  "a day": (_, clock) => ({ ...all, ...daysOf(clock) }),
  "an hour of days": (_, clock) => ({ ...all, "hour[from]": Number(clock.slice(-2)) }),
  "a day until an instant": (ms, clock) => ({ ...all, ...daysOf(clock), "time[to]": ms + 1 }),
  "all by time": () => all,
};

const all: TimeList["filters"] = { observer: untouched, observation: [] };

function daysOf(clock: string) {
  const day = Date.parse(clock.slice(0, 10));
  return { "day[from]": day, "day[to]": day };
}

/** Invariant 19 (docs/invariants.md). */
test.each(
  Object.entries(lists).flatMap(([name, filtersOf]) =>
    (["start", "zone"] as const).map((what) => ({ name, what, filtersOf })),
  ),
)(
  "a list of $name is right at whatever call of it a corrected $what is carried over",
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
        await carryAll(table);
      }
    }
    expect(problems).toEqual([]);
  },
);

async function carryAll(table: Table): Promise<void> {
  const carry = carryCorrections(table);
  for (const kind of ["moved-stream", "moved-source"] as const)
    await carry({ kind, id: 1 }, () => true, later());
  expect(await pendingCorrections(table)).toBe(0);
}

/** Requests that write the time of an annotation of the stream 1, as it is when they read the stream. */
const writers: Record<string, (table: Table, id: number) => Promise<unknown>> = {
  "the correction itself": async (table) => {
    const carry = carryCorrections(table);
    await carry({ kind: "moved-stream", id: 1 }, () => true, Date.now());
    await carry({ kind: "moved-source", id: 1 }, () => true, Date.now());
  },
  "a change of times": (table, id) =>
    requests(table).update(
      { params: { id }, query: {}, body: { timespan: { start: 3000, end: 4000 } }, ifMatch: undefined },
      author,
    ),
  "a new annotation": (table) => {
    const fields = { videostreamId: 1, timespan: { start: 0, end: 1 }, observer: "a", observation: {} };
    return requests(table).create(
      { query: {}, body: { shape: "observation", fields }, idempotency: undefined },
      author,
    );
  },
};

/** Invariant 19 (docs/invariants.md). */
test.each(Object.entries(writers))(
  "a start that is corrected and corrected back meanwhile does not stay in what %s writes",
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

/** The start of its stream that an annotation was made from. */
function momentIn({ moment, startMs }: Annotation): number | undefined {
  return moment && moment.ms - startMs;
}

/** Invariant 19 (docs/invariants.md). */
test.each(Object.entries(writers))(
  "a zone that is corrected and corrected back meanwhile does not stay in what %s writes",
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
