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

/** Gives the HTTP suites the deployment that `npm run test:api` names, instead of a stack of their own. */
export default async function serveElsewhere(project: TestProject): Promise<void> {
  const {
    TEST_API_ORIGIN: origin = "",
    TEST_API_TOKEN: oneToken,
    TEST_API_KEYS,
    TEST_API_ISSUER,
  } = process.env;
  const kind = await kindOf(origin);
  const none = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
  const log = path.join(none, "nothing");
  project.provide("service", {
    origin,
    issuer: TEST_API_ISSUER ?? "",
    dataDir: TEST_API_KEYS ?? none,
    assembly: none,
    logFile: log,
    grantsFile: log,
    oneToken,
    ownRequestIds: kind !== "ministack",
  });
  project.provide("elsewhere", { kind, oneToken: oneToken !== undefined });
  console.log(`Testing the ${kind} at ${origin}. Not run there:`);
  if (kind === "ministack")
    console.log("  that a problem's instance is the answer's request id: it is not, there");
  for (const [file, reason] of onlyHere) console.log(`  ${file}: it ${reason}`);
}
