import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

test("a process that fetched ends by itself, long before the job's time", () => {
  const script = path.join(import.meta.dirname, "fetch-in-child.ts");
  const child = spawnSync(process.execPath, [script], { encoding: "utf8", timeout: 20_000 });
  expect(child).toMatchObject({ status: 0, signal: null, stdout: "done\n", stderr: "" });
});
