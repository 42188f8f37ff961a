import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { synthesise } from "../../../local/synthesise.ts";

const key = Symbol.for("the cloud assembly of all tests");
const shared = globalThis as { [key]?: Promise<string> };

/** Returns the cloud assembly that all projects of a test run share, although each project loads this module anew. */
export function sharedAssembly(): Promise<string> {
  shared[key] ??= newAssembly();
  return shared[key];
}

async function newAssembly(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "wildlife-assembly-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const assembly = path.join(folder, "cdk.out");
  await synthesise(assembly);
  return assembly;
}
