import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { signToken } from "../../../local/oidc/sign-token.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import { stackAdmin } from "../../../local/running-stack.ts";
import { putVideo, putVideoOnce } from "../../../local/seed/put-video.ts";
import { seed } from "../../../local/seed/seed.ts";
import { markSeeded } from "../../../local/seed/seeded.ts";
import { startStack } from "../../../local/stack.ts";

/** Starts the stack of `npm start` with the demonstration data, on a free port. */
export async function startDemonstration(assembly: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "wildlife-page-"));
  const logFile = path.join(dataDir, "functions.log");
  const service = await startStack({
    assembly,
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
  return {
    origin,
    signInLink,
    /** The origin of the signed URLs. */
    s3Origin: storage.s3Origin,
    /** The functions' log. */
    logFile,
    tokenFor,
    putVideo: putVideo(service),
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type DemonstrationStack = Awaited<ReturnType<typeof startDemonstration>>;
