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
    parameters: { AdminEmails: admin, ...parameters },
    onOutput: (name, line) => appendFileSync(logFile, `${name} ${line}\n`),
    onFailure: console.error,
    onGrantUsed: grantRecorder(grantsFile),
  });
  return {
    api: openApi({ origin: service.origin, issuer: service.issuer, dataDir }),
    putVideo: service.storage.putVideo,
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

type OwnStack = {
  readonly api: Api;
  /** Puts a video where the functions can read it; its `s3:` URL. */
  readonly putVideo: (name: string, video: Buffer) => Promise<string>;
  close(): Promise<void>;
};
