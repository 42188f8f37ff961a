import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Index, tableSchema } from "../../../shared/table/schema.ts";

/** The secondary indexes of the last release. Each release writes the indexes of `tableSchema` to this file. */
const lastRelease: Index[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../fixtures/indexes-0.2.0.json"), "utf8"),
);

// CloudFormation can add or remove only one secondary index in an update of a table.
test("a release adds at most one secondary index, and leaves the existing ones unchanged", () => {
  const indexes: readonly Index[] = tableSchema.indexes;
  const names = new Set(lastRelease.map(({ name }) => name));
  expect(indexes.filter(({ name }) => names.has(name))).toEqual(lastRelease);
  expect(indexes.filter(({ name }) => !names.has(name)).length).toBeLessThanOrEqual(1);
});
