import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { type RunningService, startStack } from "../../local/stack.ts";
import { type Api, admin, openApi } from "./api.ts";
import { grantRecorder } from "./grants.ts";

/**
 * A stack of a suite's own, for what counts over the whole service; it has `admin` as its admin.
 * @param ownAssembly instead of the one that all suites share
 */
export async function startOwnStack(
  parameters: Record<string, string> = {},
  ownAssembly?: string,
): Promise<OwnStack> {
  const { assembly, logFile, grantsFile } = inject("service");
  const log: string[] = [];
  const dataDir = mkdtempSync(path.join(tmpdir(), "own-stack-"));
  const service = await startStack({
    assembly: ownAssembly ?? assembly,
    dataDir,
    port: 0,
    parameters: { AdminEmails: admin, ...parameters },
    onOutput: (name, line) => {
      log.push(line);
      appendFileSync(logFile, `${name} ${line}\n`);
    },
    onFailure: console.error,
    onGrantUsed: grantRecorder(grantsFile),
  });
  return {
    api: openApi({ origin: service.origin, issuer: service.issuer, dataDir }),
    service,
    log,
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type OwnStack = {
  readonly api: Api;
  readonly service: RunningService;
  /** Every line that a function has logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
};
