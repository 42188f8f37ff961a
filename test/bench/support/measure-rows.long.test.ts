import { expect, test } from "vitest";
import { bulkWrite } from "../../../bench/support/bulk-write.ts";
import { makeDataSet } from "../../../bench/support/data-set.ts";
import { itemsOf } from "../../../bench/support/data-set-items.ts";
import { measureRows } from "../../../bench/support/measure-rows.ts";
import { openTable } from "../../../shared/table/table.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

test("whole pages of a small data set are measured with as many rows as it has", async () => {
  const data = makeDataSet({ annotations: 1000, streams: 60, durations: "clips" }, 1);
  await bulkWrite(database.table, itemsOf(data), () => {});
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const rows = await measureRows(openTable(database.table.name, client), meter, data);
  // The observer has 38 annotations, and each page is read at 20 offsets.
  expect(rows.map(({ page }) => page)).toEqual([
    ...["1 of all annotations", "20 of all annotations", "100 of all annotations"],
    ...["1 of an observer's annotations", "19 of an observer's annotations"],
    ...["1 of all streams", "20 of all streams", "41 of all streams"],
  ]);
});
