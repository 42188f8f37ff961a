import { expect, test } from "vitest";
import { replaceDataset } from "../../functions/replace-dataset/replace-dataset.ts";
import { dataset } from "../support/interchange/world.ts";

test("a first description that says which one it replaces is refused", async () => {
  const datasets = {
    find: async () => undefined,
    replace: async () => {
      throw new Error("It was written");
    },
  };
  const replace = replaceDataset({ datasets, newId: () => dataset.id });
  await expect(replace({ body: dataset, ifMatch: "*" })).rejects.toMatchObject({
    code: "precondition-failed",
  });
});
