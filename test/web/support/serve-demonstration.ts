import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { signToken } from "../../../local/oidc/sign-token.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import { stackAdmin } from "../../../local/running-stack.ts";
import { putVideoOnce } from "../../../local/seed/put-video.ts";
import { seed } from "../../../local/seed/seed.ts";
import { markSeeded } from "../../../local/seed/seeded.ts";
import { startStack } from "../../../local/stack.ts";
import { chromium } from "../../support/chromium.ts";
import { sharedAssembly } from "../../support/stack/shared-assembly.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The stack that `npm start` would serve: with the demonstration. */
    demonstration: {
      readonly origin: string;
      /** The origin of the addresses that the service signs. */
      readonly s3Origin: string;
      readonly signInLink: string;
      /** What the functions log. */
      readonly logFile: string;
    };
  }
}

/** Starts a local stack with the demonstration for the tests of the page. Without a browser there are no such tests. */
export default async function serve(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!chromium) {
    console.warn("Not tested: the page in a browser. Install chromium to test it.");
    return undefined;
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), "wildlife-page-"));
  const logFile = path.join(dataDir, "functions.log");
  const service = await startStack({
    assembly: await sharedAssembly(),
    dataDir,
    port: 0,
    onOutput: (name, line) => appendFileSync(logFile, `${name} ${line}\n`),
    onFailure: (reason) => console.error(reason),
  });
  const { origin, issuer, signInLink, storage } = service;
  const key = signingKey(dataDir);
  const tokenFor = (email: string, name?: string) =>
    signToken(key, { issuer, email, name, lifetimeSeconds: 600 });
  markSeeded(dataDir, await seed(origin, stackAdmin, tokenFor, putVideoOnce(service)));
  project.provide("demonstration", { origin, signInLink, logFile, s3Origin: storage.s3Origin });
  return async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  };
}
