import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

test("fetches leave no socket or timer open, so their process ends long before the job's time limit", () => {
  const script = path.join(import.meta.dirname, "fetch-in-child.ts");
  const child = spawnSync(process.execPath, [script], { encoding: "utf8", timeout: 20_000 });
  expect(child).toMatchObject({ status: 0, signal: null, stdout: "done\n", stderr: "" });
});
