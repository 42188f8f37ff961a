import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";
import type { Issuer } from "./issuer.ts";
import { withLock } from "./lock.ts";

/** A refresh token, and the only issuer and client to which it may be sent. */
const Kept = z.object({ issuer: z.string(), client_id: z.string(), refresh_token: z.string() });

/**
 * The refresh token of a deployment, in a file that only the person may read.
 * @param say called with a sentence when the file cannot be written. In this case, the token is kept in memory.
 */
export function keptToken(deployment: string, folder: string, say: (text: string) => void) {
  const file = tokenFile(deployment, folder);
  /** The token, if it could not be written to the file. */
  let memory: string | undefined;

  return {
    /** Runs `act` while no other command may read or replace the token. */
    alone<T>(act: () => Promise<T>): Promise<T> {
      makeFolder(folder);
      return withLock(`${file}.lock`, act);
    },

    /** `undefined` without a token for this issuer and client. */
    read({ server, client }: Issuer): string | undefined {
      if (memory !== undefined) return memory;
      const kept = Kept.safeParse(readJson(file));
      const isOwn =
        kept.success && kept.data.issuer === server.issuer && kept.data.client_id === client.client_id;
      return isOwn ? kept.data.refresh_token : undefined;
    },

    replace({ server, client }: Issuer, refresh_token: string): void {
      const text = JSON.stringify({ issuer: server.issuer, client_id: client.client_id, refresh_token });
      const temporary = `${file}.${process.pid}`;
      try {
        rmSync(temporary, { force: true });
        writeFileSync(temporary, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
        // The file is replaced by renaming. So if the command is killed here, the file has either the old token or the new one.
        renameSync(temporary, file);
      } catch (error) {
        if (memory === undefined) {
          say(`Next time, you will have to sign in again: ${error instanceof Error ? error.message : error}`);
        }
        memory = refresh_token;
      }
    },

    remove(): void {
      memory = undefined;
      rmSync(file, { force: true });
    },
  };
}

/** The folder for the state of programs (XDG Base Directory Specification; on Windows, local application data). */
export function stateFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { LOCALAPPDATA = "", XDG_STATE_HOME = "" } = env;
  if (platform === "win32" && LOCALAPPDATA) return path.join(LOCALAPPDATA, "wildlife");
  const home = path.isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : path.join(homedir(), ".local", "state");
  return path.join(home, "wildlife");
}

/** File of a deployment's token. The file's name has the host, for people, and a hash of the whole address. */
function tokenFile(deployment: string, folder: string): string {
  const hash = createHash("sha256").update(deployment).digest("hex").slice(0, 12);
  const { hostname } = new URL(deployment);
  return path.join(folder, `${hostname.replace(/[^a-z0-9.-]/g, "")}-${hash}.json`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // `replace` fails as well, and reports the reason.
  }
}

/** `undefined` if the file is missing, broken or not readable: then the person signs in again. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
