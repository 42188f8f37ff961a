import { expect, test } from "vitest";
import { replaceDataset } from "../../functions/replace-dataset/replace-dataset.ts";
import { datasets } from "../../shared/store/dataset/datasets.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { dataset } from "../support/formats/world.ts";

const database = useTable();

async function begin() {
  const stored = datasets(await database.fresh());
  const replace = replaceDataset({ datasets: stored, newId: () => dataset.id });
  return {
    stored,
    put: (title: string, { ifMatch, ifNoneMatch }: { ifMatch?: string; ifNoneMatch?: string } = {}) =>
      replace({ body: { ...dataset, title }, ifMatch, ifNoneMatch }),
  };
}

test("a first description of the dataset is refused if the request has If-Match", async () => {
  const { stored, put } = await begin();
  await expect(put("Foxes", { ifMatch: "*" })).rejects.toMatchObject({ code: "precondition-failed" });
  expect(await stored.find()).toBeUndefined();
});

test("of many concurrent first descriptions of the dataset, one is written and the others are refused", async () => {
  const { stored, put } = await begin();
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => put(`Foxes ${i}`, { ifNoneMatch: "*" })),
  );
  const written = all.flatMap((each) => (each.status === "fulfilled" ? [each.value.body] : []));
  expect(written).toEqual([(await stored.find())?.dataset]);
  for (const each of all) {
    if (each.status === "rejected") {
      expect(each.reason).toMatchObject({
        code: "precondition-failed",
        message: expect.stringMatching(/^The record already exists/),
      });
    }
  }
});
