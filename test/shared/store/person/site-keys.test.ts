import { expect, test } from "vitest";
import { siteKeys } from "../../../../shared/store/person/site-keys.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainSource } from "../../../support/plain-records.ts";

const database = useTable();

test("no site key can be created for a deleted source", async () => {
  const { table } = database;
  const sources = captureSourceWriter(table);
  const fields = {
    name: "Ridge",
    location: "1,2",
    cameraHardware: "",
    ...plainSource,
  };
  const made = await sources.create(fields, undefined);
  if (typeof made === "string") throw new Error(made);
  const source = { ...fields, id: made.id, version: 1 };
  const create = () => siteKeys(table).create(made.id, Buffer.alloc(32), 0, undefined);
  expect(await create()).toMatchObject({ replayed: false });
  expect(await sources.delete(source)).toBe("deleted");
  expect(await create()).toBe("source-deleted");
});
