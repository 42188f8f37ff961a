import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const root = mkdtempSync(join(tmpdir(), "local-stack-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a folder that is removed after the tests of the file. */
export function scratchFolder(): string {
  return mkdtempSync(join(root, "folder-"));
}
