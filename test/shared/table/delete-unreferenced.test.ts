import { expect, test } from "vitest";
import { deleteUnreferenced } from "../../../shared/table/delete-unreferenced.ts";

test.each([
  ["deletes it", [{ children: 0 }, "deleted" as const], undefined],
  ["keeps it", [{ children: 0 }, { children: 2 }], expect.stringContaining("2 record")],
])(
  "retries the deletion of a record whose last reference was just removed, and %s",
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
