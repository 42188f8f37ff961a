import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxFunction } from "../../../local/lambda/sandbox-environment.ts";
import { scratchFolder } from "./scratch-folder.ts";

/** Creates a function in a new folder. Its only file, `index.mjs`, contains `code`. */
export function functionOf(name: string, code: string, more: Partial<SandboxFunction> = {}): SandboxFunction {
  const codeDir = scratchFolder();
  writeFileSync(join(codeDir, "index.mjs"), code);
  return {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    codeDir,
    handler: "index.handler",
    timeoutMs: 10_000,
    memoryMb: 128,
    environment: {},
    ...more,
  };
}
