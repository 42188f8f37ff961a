import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let root: string | undefined;

/** Creates a folder that is removed after the tests of the file. */
export function scratchFolder(): string {
  root ??= mkdtempSync(join(tmpdir(), "local-stack-test-"));
  return mkdtempSync(join(root, "folder-"));
}

export function removeScratchFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
}
