import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { placeOf } from "../../../../shared/domain/place/location.ts";
import { type Area, box, circle } from "../../../../shared/domain/place/sphere.ts";
import { placeFilters } from "../../../../shared/store/place/filters.ts";
import { sourcesWithin } from "../../../../shared/store/place/places.ts";
import { captureSourceById } from "../../../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { keys } from "../../../../shared/table/schema.ts";
import { openTable, type Table } from "../../../../shared/table/table.ts";
import { retryUnavailable } from "../../../properties/run-clients.ts";
import { tableProblems } from "../../../properties/table-problems.ts";
import { putAll } from "../../../support/dynamo/bulk.ts";
import { intercept, writtenItems } from "../../../support/dynamo/call.ts";
import { dynamoConflicts } from "../../../support/dynamo/conflicts.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainSource } from "../../../support/plain-records.ts";

const database = useTable();
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
});

const everywhere: Area = () => true;
const near = (location: string, km = 0) => circle(placeOf(location), km);

async function create(location: string, on = table): Promise<number> {
  const source = { name: "", location, cameraHardware: "", ...plainSource };
  const made = await captureSourceWriter(on).create(source, undefined);
  return typeof made === "object" ? made.id : 0;
}

async function change(id: number, location: string | undefined, on = table) {
  const source = await captureSourceById(on)(id);
  if (source === undefined) throw new Error(`Source ${id} is missing`);
  const writer = captureSourceWriter(on);
  return location === undefined ? writer.delete(source) : writer.update(source, { ...source, location });
}

describe("the packed places", () => {
  test("follow the creation, correction and deletion of sources", async () => {
    const find = sourcesWithin(table);
    expect(await find([everywhere])).toEqual([]);
    const ids = [await create("51.181,5.655"), await create("-19.01,23.57"), await create("51.1810,5.6550")];
    expect(await find([near("51.181,5.655")])).toEqual([ids[0], ids[2]]);
    await change(2, "51.2,5.6");
    expect(await find([near("51.181,5.655", 5)])).toEqual(ids);
    expect(await find([near("-19.01,23.57")])).toEqual([]);
    await change(1, undefined);
    expect(await find([near("51.181,5.655")])).toEqual([3]);
    expect(await find([everywhere])).toEqual([2, 3]);
    expect(tableProblems(await readAll(table))).toEqual([]);
  });

  test("are found at the poles, on the date line and at zero", async () => {
    for (const location of ["90,180", "-90,-180", "90,0", "0,-180", "0,180", "-0,-0"]) await create(location);
    const find = sourcesWithin(table);
    expect(await find([near("90,77")])).toEqual([1, 3]);
    expect(await find([box({ south: 0, west: 180, north: 0, east: -180 })])).toEqual([4, 5]);
    expect(await find([near("0,0"), box({ south: 0, west: 0, north: 1, east: 1 })])).toEqual([6]);
  });

  test("keep the last source of an item apart from the first source of the next item", async () => {
    await putAll(table, [{ ...keys.counter("C"), ...{ n: 511 } }]);
    expect([await create("1,1"), await create("2,2")]).toEqual([512, 513]);
    expect(await sourcesWithin(table)([near("1,1")])).toEqual([512]);
    expect(await sourcesWithin(table)([near("2,2")])).toEqual([513]);
    const items = (await readAll(table)).filter(({ pk }) => pk === "L#places");
    expect(items.map(({ places }) => (places as Uint8Array).length)).toEqual([4096, 8]);
  });

  test("keep both of two sources that are written to one item at the same time", async () => {
    await create("0,0");
    const slow = database.connect();
    let transactions = 0;
    // The slow writer reads the item before the other writer changes it, and writes to it afterwards.
    intercept(slow, "each attempt", async (call, send) => {
      if (call.operation === "TransactWriteItems" && transactions++ === 0) {
        expect(writtenItems(call).map(({ pk }) => pk)).toContain("L#places");
        await create("1,1");
      }
      return send();
    });
    expect(await create("2,2", openTable(table.name, slow))).toBe(2);
    const find = sourcesWithin(table);
    expect([await find([near("2,2")]), await find([near("1,1")])]).toEqual([[2], [3]]);
    expect(transactions).toBe(2);
  });

  test("match the sources after 8 concurrent clients have created, corrected and deleted them", async () => {
    const conflicts = dynamoConflicts(5);
    const client = async (number: number) => {
      const connection = database.connect();
      // Some transactions start late, so that the item read for them is old.
      intercept(connection, "each attempt", async ({ operation }, send) => {
        if (operation === "TransactWriteItems") await sleep((number % 4) * 10);
        return send();
      });
      conflicts.addTo(connection);
      const own = openTable(table.name, connection);
      const kept = await retryUnavailable(() => create(`${number},1`, own));
      const deleted = await retryUnavailable(() => create(`${number},2`, own));
      await retryUnavailable(() => change(kept, `${number},3`, own));
      await retryUnavailable(() => change(deleted, undefined, own));
      return kept;
    };
    const kept = await Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
    expect(conflicts.met.transactions).toBeGreaterThan(0);
    expect(tableProblems(await readAll(table))).toEqual([]);
    const find = sourcesWithin(table);
    for (const [number, id] of kept.entries()) expect(await find([near(`${number},3`)])).toEqual([id]);
  });

  test("of 10,000 sources can be read with about 21 read units", async () => {
    const places = Buffer.alloc(4096);
    const items = Array.from({ length: 20 }, (_, item) => ({ ...keys.places(item), ...{ ver: 1, places } }));
    await putAll(table, items);
    const connection = database.connect();
    const meter = dynamoMeter();
    meter.addTo(connection);
    const find = sourcesWithin(openTable(table.name, connection));
    expect(await find([everywhere])).toHaveLength(20 * 512);
    // The first call also reads the mark that the places are complete, for one unit.
    expect(meter.rcu).toBeLessThanOrEqual(22);
    expect(await find([near("1,1")])).toEqual([]);
    expect(meter.rcu).toBeLessThanOrEqual(43);
  });
});

describe("the filters by area", () => {
  const lookups = (count: number) => ({
    sourcesWithin: async () => Array.from({ length: count }, (_, i) => i + 1),
  });
  const bbox = { south: 0, west: 0, north: 1, east: 1 };
  const circleOf = { centre: { latitude: 0, longitude: 0 }, km: 1 };

  test("become terms of the capture sources in the area", async () => {
    expect(await placeFilters({ bbox }, lookups(2))).toEqual([
      [
        ["cs", 1],
        ["cs", 2],
      ],
    ]);
    expect(await placeFilters({ near: circleOf, bbox }, lookups(0))).toEqual([[]]);
    expect(await placeFilters({}, lookups(5))).toEqual([]);
    expect((await placeFilters({ bbox }, lookups(100)))[0]).toHaveLength(100);
  });

  test.each([
    [
      { bbox },
      "/bbox",
      "`bbox` must have at most 100 capture sources in it, but has 101: choose a smaller box.",
    ],
    [
      { bbox, near: circleOf },
      "/near",
      "`near` must have at most 100 capture sources in it, but has 101: choose a shorter distance.",
    ],
  ])("are refused for more than 100 sources, with advice about $1", async (filters, field, detail) => {
    await expect(placeFilters(filters, lookups(101))).rejects.toMatchObject({
      code: "invalid-request",
      errors: [{ field, detail }],
    });
  });
});
