import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const mostFiles = 25;

test(`no folder has more than ${mostFiles} files`, () => {
  const cwd = path.join(import.meta.dirname, "../..");
  const files = globSync("{camera-site,cli,client,lib,local,shared,web}/**/*.*", { cwd }).filter(
    (file) => !/\/(dist|node_modules)\//.test(file),
  );
  const perFolder = Map.groupBy(files, (file) => path.dirname(file));
  expect(perFolder.size).toBeGreaterThan(60);
  const crowded = [...perFolder].filter(([, each]) => each.length > mostFiles);
  expect(crowded.map(([folder, each]) => `${folder}: ${each.length} files`)).toEqual([]);
});
