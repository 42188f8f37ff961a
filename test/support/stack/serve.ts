import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startStack } from "../../../local/stack.ts";
import { synthesise } from "../../../local/synthesise.ts";
import { grantRecorder, unusedGrants } from "./grants.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The stack that the HTTP suites share. */
    service: {
      origin: string;
      issuer: string;
      dataDir: string;
      assembly: string;
      logFile: string;
      grantsFile: string;
      /** One token that calls for everybody, where nobody else can be signed in. */
      oneToken?: string | undefined;
      /** Whether an answer's x-amzn-RequestId is the id that the function was given; true if left out. */
      ownRequestIds?: boolean;
    };
  }
}

/** Starts the local stack for the HTTP suites; afterwards, names every grant that no test ever used. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "wildlife-"));
  const assembly = path.join(dataDir, "cdk.out");
  const logFile = path.join(dataDir, "functions.log");
  const grantsFile = path.join(dataDir, "grants-used");
  await synthesise(assembly);
  const service = await startStack({
    assembly,
    dataDir,
    port: 0,
    devVideoOrigins: "http://127.0.0.1:8812",
    parameters: {
      AdminEmails: "admin@example.org",
      AllowedEmailDomains: "allowed.example",
      // A suite sends as one caller what a hundred people would.
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
    // Part of the suite uses part of the grants: only a whole run can tell.
    if (process.env["npm_lifecycle_event"] === "test" && unused.length > 0) {
      throw new Error(`Granted, but used by no test:\n  ${unused.join("\n  ")}`);
    }
  };
}
