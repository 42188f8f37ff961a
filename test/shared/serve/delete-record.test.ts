import { expect, test } from "vitest";
import { deleteRecord } from "../../../shared/serve/delete-record.ts";

test.each([
  ["deletes the record", [{ children: 0 }, "deleted" as const], undefined],
  [
    "keeps the record for its new references",
    [{ children: 0 }, { children: 2 }],
    "Species 7 cannot be deleted: 2 records refer to it.",
  ],
])(
  "if the last reference to a record was just removed, deleteRecord() tries again and %s",
  async (_, outcomes, detail) => {
    const answers = [...outcomes];
    const removal = deleteRecord("species", {
      find: async () => ({ version: 1 }),
      views: () => [{}],
      remove: async () => answers.shift() ?? "deleted",
    })({ params: { id: 7 }, ifMatch: undefined });
    if (detail === undefined) await expect(removal).resolves.toEqual({ status: 200 });
    else await expect(removal).rejects.toMatchObject({ code: "conflict", message: detail });
    expect(answers).toEqual([]);
  },
);
