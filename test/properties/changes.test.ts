import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { firstCursor } from "../../shared/index/changes/cursor.ts";
import { type Cursor, cursorIn, cursorText, readChanges } from "../../shared/index/list-index.ts";
import { saysTheSame } from "../../shared/runtime/says-the-same.ts";
import { applyBack, keptAttributes, type Patch } from "../../shared/store/history/patch.ts";
import { type Item, openTable, type Table } from "../../shared/table/table.ts";
import { intercept } from "../support/dynamo/call.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { staleReads } from "../support/dynamo/stale-reads.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { oneOf, seededRandom } from "../support/seeded-random.ts";
import { noAnnotations, operateAnnotations } from "./annotation-clients.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { firstSurroundings, moveSource, operateSurroundings, places } from "./surrounding-clients.ts";

const database = useTable();

const typeOf: Record<string, string> = {
  A: "annotation",
  C: "capturesource",
  S: "species",
  V: "videostream",
};
const recordName = (item: Item) => `${typeOf[String(item["sk"])]} ${item["id"]}`;

/** Reads changes until the writers have ended and nothing is left. Returns the versions and kinds of each record. */
async function follow(table: Table, limit: number, hasEnded: () => boolean) {
  const seen = new Map<string, string[]>();
  let cursor: Cursor = firstCursor;
  for (;;) {
    const isLast = hasEnded();
    const page = await readChanges(table, cursor, limit);
    if (page === "expired") throw new Error("Changes have expired");
    for (const { type, id, version, change } of page.changes) {
      const name = `${type} ${id}`;
      seen.set(name, [...(seen.get(name) ?? []), `${version} ${change}`]);
    }
    const next = cursorIn(cursorText(page.next)) ?? [];
    expect(next).toEqual(page.next);
    cursor = next;
    if (isLast && !page.more) return seen;
    await sleep(20);
  }
}

/** The changes that the versions of the records imply: a created record, its updates, and its deletion. */
function expectedChanges(records: readonly Item[]): Map<string, readonly string[]> {
  const changesOf = ({ ver, gone }: Item) =>
    Array.from({ length: Number(ver) }, (_, i) => {
      if (i === 0) return "1 created";
      return `${i + 1} ${gone !== undefined && i + 1 === ver ? "deleted" : "updated"}`;
    });
  return new Map(records.map((item) => [recordName(item), changesOf(item)]));
}

/** Checks that the items of each record's history lead from its present state back to every state that was written. */
function historyProblems(
  items: readonly Item[],
  records: readonly Item[],
  written: ReadonlyMap<string, Item[]>,
) {
  return records.flatMap((record) => {
    const traces = new Map(
      items.flatMap((item) =>
        item["pk"] === record["pk"] && String(item["sk"]).startsWith("H#")
          ? [[Number(String(item["sk"]).slice(2)), item]]
          : [],
      ),
    );
    const { gone, goneBy: _, ...present } = record;
    const last = Number(record["ver"]) - (gone === undefined ? 0 : 1);
    let state = keptAttributes(present);
    const problems: string[] = [];
    for (let version = last; version > 1; version -= 1) {
      const trace = traces.get(version);
      if (trace === undefined) problems.push(`${record["pk"]} has no trace of version ${version}`);
      traces.delete(version);
      state = applyBack(state, patchIn(trace ?? {}));
      const { observer: __, ...told } = state;
      const candidates = written.get(`${record["pk"]} ${version - 1}`) ?? [];
      if (!candidates.some((candidate) => saysTheSame(keptAttributes(candidate), told))) {
        problems.push(`${record["pk"]}: version ${version - 1} is replayed as a state that nobody wrote`);
      }
    }
    return [
      ...problems,
      ...[...traces.keys()].map((version) => `${record["pk"]} has a second trace of ${version}`),
    ];
  });
}

/** The patch of a history item. */
function patchIn({ set = {}, pairs, ka, kr, kp }: Item): Patch {
  return { set, pairs, splice: ka === undefined ? undefined : { at: ka, remove: kr, insert: kp } } as Patch;
}

test(
  "readers of changes miss nothing and see nothing twice, and histories replay, despite faults",
  soak,
  async () => {
    await forSeeds(async (seed) => {
      const table = await database.fresh();
      const [known, surroundings] = [noAnnotations(), await firstSurroundings(table)];
      const written = new Map<string, Item[]>();
      let hasEnded = false;
      const stale = database.connect();
      staleReads(stale, seededRandom(seed), () => hasEnded);
      const readers = [
        follow(table, 1000, () => hasEnded),
        follow(openTable(table.name, stale), 7, () => hasEnded),
      ];
      const options = {
        ...{ seed, clients: 16, operations: 240 },
        addTo: (client: Parameters<typeof intercept>[0]) =>
          intercept(client, "before serialising", ({ input }, send) => {
            for (const { Put } of input.TransactItems ?? []) {
              const item: Item = Put?.Item ?? {};
              const version = Put?.ConditionExpression === "ver = :version" ? item["ver"] : 1;
              const name = `${item["pk"]} ${version}`;
              if (typeOf[String(item["sk"])]) written.set(name, [...(written.get(name) ?? []), item]);
            }
            return send();
          }),
      };
      // Many changes of one record fill its lane.
      for (let i = 0; i < 60; i++) await moveSource(table, 1, places[i % places.length] ?? "0,0");
      const work = async () => {
        const done = await runClients(database, table, options, async (client) => {
          const draw = client.random();
          if (draw < 0.05) await moveSource(client.table, 1, oneOf(client.random, places));
          else if (draw < 0.9) await operateAnnotations(client, known, surroundings);
          else await operateSurroundings(client, surroundings);
        });
        // A client may have given up a transaction that is still on its way.
        await sleep(500);
        return done;
      };
      const run = await work().finally(() => {
        hasEnded = true;
      });
      expect(run.tooLarge).toEqual([]);
      const items = await readAll(table);
      const records = items.filter(({ sk }) => typeOf[String(sk)] !== undefined);
      for (const seen of await Promise.all(readers)) {
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expectedChanges(records)));
      }
      expect(items.filter(({ pk }) => /^CHANGES#\d/.test(String(pk))).length).toBeGreaterThan(0);
      const ofClients = records.filter(({ pk }) => written.has(`${pk} 1`));
      expect(historyProblems(items, ofClients, written)).toEqual([]);
      expect(ofClients.length).toBeGreaterThan(50);
    });
  },
);
