import type { TestProject } from "vitest/node";
import { chromium } from "../../support/chromium.ts";
import { sharedAssembly } from "../../support/stack/shared-assembly.ts";
import { type DemonstrationStack, startDemonstration } from "./demonstration-stack.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The stack of `npm start`, with the demonstration data. */
    demonstration: Pick<DemonstrationStack, "origin" | "s3Origin" | "signInLink" | "logFile">;
  }
}

/**
 * Starts a local stack with the demonstration data for the tests of the page. Without a browser, these tests are
 * skipped.
 */
export default async function serve(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!chromium) {
    console.warn("Not tested: the page in a browser. Install chromium to test it.");
    return undefined;
  }
  const { origin, s3Origin, signInLink, logFile, close } = await startDemonstration(await sharedAssembly());
  project.provide("demonstration", { origin, signInLink, logFile, s3Origin });
  return close;
}
