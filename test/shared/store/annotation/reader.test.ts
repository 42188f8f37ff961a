import { beforeAll, expect, test } from "vitest";
import { listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

const database = useTable();
const meter = dynamoMeter();
beforeAll(async () => {
  meter.addTo(database.client);
});

const pairs = (n: number) => Array.from({ length: n }, (_, i) => [`key ${i}`, "*"] as const);

test("a list filtered by more keys than an observation can have is empty, and reads nothing", async () => {
  const lookUp = async () => {
    throw new Error("A look-up was made");
  };
  const list = listAnnotations(database.table, {
    usersCalled: lookUp,
    speciesNamed: lookUp,
    speciesWithIds: lookUp,
    speciesOfTaxon: lookUp,
    sourcesAt: lookUp,
    sourcesWithin: lookUp,
    idsBetween: lookUp,
    movedParents: lookUp,
    withRightTimes: lookUp,
  });
  const page = { offset: 0, limit: 20 };
  expect(await list({ observation: pairs(21), name: "fox", observer: "Ann", location: "1,2" }, page)).toEqual(
    {
      rows: [],
      total: 0,
    },
  );
  expect(meter.requests.size).toBe(0);
  expect(await list({ observation: pairs(20) }, page)).toEqual({ rows: [], total: 0 });
  expect(meter.requests.get("Query")).toBe(20);
});
