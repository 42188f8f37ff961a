import { QueryObserver } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { fetchAgain, queries } from "../../../web/api/query.ts";

test("shows a change that was made during the first fetch of the list", async () => {
  const stored = ["old"];
  const gate = Promise.withResolvers<void>();
  const list = new QueryObserver(queries, {
    queryKey: ["names"],
    queryFn: async () => {
      const read = [...stored];
      await gate.promise;
      return read;
    },
  });
  const stop = list.subscribe(() => {});
  stored.push("new");
  const fetched = fetchAgain({ queryKey: ["names"] });
  gate.resolve();
  await fetched;
  expect(list.getCurrentResult().data).toEqual(["old", "new"]);
  stop();
  queries.clear();
});
