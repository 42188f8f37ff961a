import fc from "fast-check";
import { expect, test } from "vitest";
import { indexWrites } from "../../../shared/index/list-index.ts";
import {
  getSegments,
  readSegments,
  removeEmptySegments,
  segmentWrites,
} from "../../../shared/index/segment.ts";
import { termKey } from "../../../shared/index/term.ts";
import type { Table, Write } from "../../../shared/table/table.ts";
import { openTable } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { dynamoConflicts } from "../../support/dynamo/conflicts.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

const term = termKey("annotation", ["on"]);

/** Returns the ids in the first segment of superblock 0, such as 1, 33 or 65. */
async function idsIn(table: Table): Promise<readonly number[]> {
  const [segment] = await readSegments(table, term);
  const bytes = [...(segment?.bits ?? [])];
  const ids = bytes.flatMap((byte, i) =>
    Array.from({ length: 8 }, (_, bit) => (byte & (1 << bit) ? 1 + 32 * (8 * i + bit) : [])).flat(),
  );
  expect(segment?.count ?? 0).toBe(ids.length);
  return ids;
}

/** A step reads the segment to change an id, writes this change, or removes the segment if it is empty. */
type Step = { id: number; does: "read" | "write" | "remove" };

const kinds = { r: "read", w: "write", x: "remove" } as const;

function steps(text: string): Step[] {
  return text.split(" ").map((step) => ({
    id: Number(step.slice(1)),
    does: kinds[step.charAt(0) as keyof typeof kinds],
  }));
}

/** The writer of 65 reads the segment while it contains 1, and writes after 1 was removed and 33 was added. */
const emptiedAndFilled = steps("r1 w1 r65 r1 w1 r33 w33 w65");
const removedAndFilled = steps("r1 w1 r65 r1 w1 x0 r33 w33 w65");

test("a segment keeps every id under any interleaving of reads and writes", async () => {
  const ids = [1, 33, 65];
  const step = fc.record({
    id: fc.constantFrom(...ids),
    does: fc.constantFrom("read" as const, "write" as const, "remove" as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
      const table = await database.fresh();
      const expected = new Set<number>();
      const pendingWrites = new Map<number, readonly Write[]>();
      for (const { id, does } of steps) {
        const writes = pendingWrites.get(id);
        if (does === "remove") await removeEmptySegments(table, term);
        else if (does === "read")
          pendingWrites.set(id, await segmentWrites(table, [{ term, id, set: !expected.has(id) }]));
        else if (writes !== undefined) {
          pendingWrites.delete(id);
          if ((await transact(table, writes)).size > 0) continue;
          if (!expected.delete(id)) expected.add(id);
          expect(await idsIn(table)).toEqual([...expected].toSorted((a, b) => a - b));
        }
      }
    }),
    { numRuns: 60, examples: [[emptiedAndFilled], [removedAndFilled]] },
  );
});

test("conflicting writers of a segment all succeed", async () => {
  const conflicts = dynamoConflicts();
  const client = database.connect();
  conflicts.addTo(client);
  const table = openTable((await database.fresh()).name, client);
  const ids = Array.from({ length: 5 }, (_, i) => 1 + 32 * i);
  const change = (id: number) => ({ type: "annotation", id, before: [], after: [["on"]] }) as const;
  await Promise.all(ids.map((id) => transact(table, [], indexWrites([change(id)]))));
  expect(await idsIn(table)).toEqual(ids);
  expect(conflicts.met.transactions).toBeGreaterThan(0);
});

test("the segments of a term can be read all together, as a range, or by their keys", async () => {
  const table = await database.fresh();
  const ids = [1, 2, 131_072, 131_073, 300_000, 9_999_999];
  await putAll(table, segmentItems("annotation", ["on"], ids));
  const all = await readSegments(table, term);
  const places = all.map(({ superblock, stripe }) => [superblock, stripe]);
  expect(places).toEqual([
    [0, 0],
    [0, 1],
    [0, 31],
    [1, 0],
    [2, 31],
    [76, 30],
  ]);
  expect(await readSegments(table, term, { first: 1, last: 2 })).toEqual(all.slice(3, 5));
  expect(await readSegments(table, term, { first: 3, last: 75 })).toEqual([]);
  expect(await getSegments(table, term, [...all.slice(4), { superblock: 5, stripe: 0 }])).toEqual(
    expect.arrayContaining(all.slice(4)),
  );
});
