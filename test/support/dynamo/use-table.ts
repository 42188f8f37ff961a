import { afterAll, beforeAll } from "vitest";
import { startTable, type TestTable } from "./table.ts";

/** Starts a table before the tests of a file, and closes it after them. Call it once, before other hooks. */
export function useTable(): TestTable {
  let started: Awaited<ReturnType<typeof startTable>> | undefined;
  beforeAll(async () => {
    started = await startTable();
  });
  afterAll(() => started?.close());
  const running = () => {
    if (started === undefined)
      throw new Error("The table does not exist before the tests start: use it only in tests and hooks.");
    return started;
  };
  return {
    get table() {
      return running().table;
    },
    get client() {
      return running().client;
    },
    fresh: () => running().fresh(),
    connect: () => running().connect(),
  };
}
