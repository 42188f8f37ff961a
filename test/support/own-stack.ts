import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { startStack } from "../../local/stack.ts";
import { type Api, admin, openApi } from "./api.ts";
import { grantRecorder } from "./grants.ts";

/** A stack of a suite's own, for what counts over the whole service; it has `admin` as its admin. */
export async function startOwnStack(parameters: Record<string, string> = {}): Promise<OwnStack> {
  const { assembly, logFile, grantsFile } = inject("service");
  const dataDir = mkdtempSync(path.join(tmpdir(), "own-stack-"));
  const service = await startStack({
    assembly,
    dataDir,
    port: 0,
    parameters: { AdminEmails: admin, CallerRequestsPerSecond: "100000", ...parameters },
    onOutput: (name, line) => appendFileSync(logFile, `${name} ${line}\n`),
    onFailure: console.error,
    onGrantUsed: grantRecorder(grantsFile),
  });
  return {
    api: openApi({ origin: service.origin, issuer: service.issuer, dataDir }),
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

type OwnStack = { readonly api: Api; close(): Promise<void> };
