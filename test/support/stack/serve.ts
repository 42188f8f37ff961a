import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startStack } from "../../../local/stack.ts";
import { grantRecorder, unusedGrants } from "./grants.ts";
import { sharedAssembly } from "./shared-assembly.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The stack that the HTTP tests share. */
    service: {
      origin: string;
      issuer: string;
      dataDir: string;
      assembly: string;
      logFile: string;
      grantsFile: string;
      /** The token for all callers, if no other user can sign in. */
      oneToken?: string | undefined;
      /** True, the default, if `x-amzn-RequestId` is the request id that the function gets. */
      ownRequestIds?: boolean;
    };
  }
}

/** Starts the local stack for the HTTP tests. After a whole run, reports every grant that no test used. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "wildlife-"));
  const logFile = path.join(dataDir, "functions.log");
  const grantsFile = path.join(dataDir, "grants-used");
  const assembly = await sharedAssembly();
  const service = await startStack({
    assembly,
    dataDir,
    port: 0,
    // The second one is for the tests in several browsers, which may run beside the others.
    devVideoOrigins: "http://127.0.0.1:8812,http://127.0.0.1:8813",
    parameters: {
      AdminEmails: "admin@example.org",
      AllowedEmailDomains: "allowed.example",
      // In a test file, one caller sends as many requests as a hundred users would.
      CallerRequestsPerSecond: "100000",
    },
    onOutput: (name, line) => appendFileSync(logFile, `${name} ${line}\n`),
    onFailure: (reason) => console.error(reason),
    onGrantUsed: grantRecorder(grantsFile),
  });
  const { origin, issuer, stack } = service;
  project.provide("service", { origin, issuer, dataDir, assembly, logFile, grantsFile });
  return async () => {
    await service.close();
    const unused = unusedGrants(stack, grantsFile);
    rmSync(dataDir, { recursive: true });
    // A run of some test files uses only some of the grants, so the check applies only to a whole run.
    if (process.env["npm_lifecycle_event"] === "test" && unused.length > 0) {
      throw new Error(`Grants that no test used:\n  ${unused.join("\n  ")}`);
    }
  };
}
