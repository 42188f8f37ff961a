import { expect, test } from "vitest";
import { deleteUnreferenced } from "../../../shared/table/delete-unreferenced.ts";

test.each([
  ["deletes the record", [{ children: 0 }, "deleted" as const], undefined],
  [
    "keeps the record for its new references",
    [{ children: 0 }, { children: 2 }],
    expect.stringContaining("2 record"),
  ],
])(
  "if the last reference to a record was just removed, deleteUnreferenced() tries again and %s",
  async (_, outcomes, detail) => {
    const answers = [...outcomes];
    const removal = deleteUnreferenced(
      "Species 7",
      async () => 7,
      async () => answers.shift() ?? "deleted",
    );
    if (detail === undefined) await expect(removal).resolves.toBeUndefined();
    else await expect(removal).rejects.toMatchObject({ code: "conflict", message: detail });
    expect(answers).toEqual([]);
  },
);
