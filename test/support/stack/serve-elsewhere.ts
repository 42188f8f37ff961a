import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { type Elsewhere, kindOf, onlyHere } from "./elsewhere.ts";

declare module "vitest" {
  export interface ProvidedContext {
    elsewhere: Elsewhere;
  }
}

/** Runs the HTTP tests against the deployment that `npm run test:api` names, instead of a local stack. */
export default async function serveElsewhere(project: TestProject): Promise<void> {
  const {
    TEST_API_ORIGIN: origin = "",
    TEST_API_TOKEN: oneToken,
    TEST_API_KEYS,
    TEST_API_ISSUER,
  } = process.env;
  const kind = await kindOf(origin);
  const emptyFolder = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
  const missingFile = path.join(emptyFolder, "nothing");
  project.provide("service", {
    origin,
    issuer: TEST_API_ISSUER ?? "",
    dataDir: TEST_API_KEYS ?? emptyFolder,
    assembly: emptyFolder,
    logFile: missingFile,
    grantsFile: missingFile,
    oneToken,
    ownRequestIds: kind !== "ministack",
  });
  project.provide("elsewhere", { kind, oneToken: oneToken !== undefined });
  console.log(`Testing the ${kind} at ${origin}. These tests do not run there:`);
  if (kind === "ministack")
    console.log(
      "  the check that a problem's instance is the response's request id: on ministack they differ",
    );
  for (const [file, reason] of onlyHere) console.log(`  ${file}: it ${reason}`);
}
