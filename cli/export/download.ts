import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { type Again, type Patience, patiently } from "../../client/patiently.ts";
import { Stop } from "../failure.ts";
import { networkProblem } from "../service/network-problem.ts";
import { writeProblem } from "../terminal/write-problem.ts";

/** A file that the service has made. `sha256` is in hexadecimal. */
export type RemoteFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

type Deps = {
  /** Returns a signed address that is valid now. */
  readonly link: () => Promise<string>;
  readonly patience: Partial<Patience>;
  /** Called with the number of bytes that have arrived. */
  readonly onBytes: (bytes: number) => void;
  /** Milliseconds without progress after which a connection counts as broken. */
  readonly stallMs?: number;
};

/**
 * Downloads a file. Until it is complete and its SHA-256 is right, it has another name, ending in `.part`. A later run
 * continues with that file.
 * @throws Stop if the file does not arrive, or cannot be written
 */
export async function download(file: RemoteFile, to: string, deps: Deps): Promise<void> {
  // The name contains the sum, so that another export of the same name does not continue with these bytes.
  const part = `${to}.${file.sha256.slice(0, 8)}.part`;
  for (let times = 0; times < 2; times++) {
    await fetchAll(file, part, deps);
    if ((await sha256Of(part)) === file.sha256) {
      await rename(part, to).catch((error: unknown) => {
        throw writeProblem(to, error);
      });
      return;
    }
    await rm(part, { force: true });
  }
  throw new Stop(
    `${file.name} differed from the file of the service twice. A proxy or virus scanner may change it on the way.`,
  );
}

async function fetchAll({ name, bytes }: RemoteFile, part: string, deps: Deps): Promise<void> {
  const { link, patience, onBytes, stallMs = 60_000 } = deps;
  await using handle = await openPart(part);
  const failed = (error: unknown) => {
    throw writeProblem(part, error);
  };
  let here = (await handle.stat()).size;

  const attempt = async (): Promise<{ readonly result: undefined } | Again<undefined>> => {
    const before = here;
    const url = await link();
    const answer = await fetchFrom(url, here, stallMs).catch((error: unknown) => ({ error }));
    if ("error" in answer) return againAfter("no connection", networkProblem(url, answer.error));
    if (!answer.ok) {
      // 416: the local bytes are not the beginning of the file.
      if (answer.status === 416) here = 0;
      const reason = `the storage answers ${answer.status}`;
      return againAfter(reason, `${name} does not arrive: ${reason}.`);
    }
    if (answer.status !== 206) here = 0;
    let broken: unknown;
    try {
      for await (const chunk of answer.chunks) {
        // A file that is longer than announced is wrong, and the comparison of its SHA-256 will show it.
        if (here > bytes) break;
        await write(handle, chunk, here).catch(failed);
        here += chunk.length;
        onBytes(here);
      }
    } catch (error) {
      if (error instanceof Stop) throw error;
      broken = error;
    }
    if (here >= bytes || here > before) return { result: undefined };
    return againAfter("the connection broke", networkProblem(url, broken));
  };

  // The time limit starts anew with each piece that arrives.
  while (here < bytes) await patiently(attempt, patience);
  // The incomplete file of an earlier run may have been longer.
  await handle.truncate(here).catch(failed);
  await handle.sync().catch(failed);
}

function againAfter(reason: string, sentence: string): Again<undefined> {
  return {
    again: reason,
    giveUp: () => {
      throw new Stop(sentence);
    },
  };
}

/** Requests the bytes of a file from the position `at` on. */
async function fetchFrom(url: string, at: number, stallMs: number) {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error("Nothing moved for a minute")), stallMs);
  const headers = { "Accept-Encoding": "identity", ...(at > 0 ? { Range: `bytes=${at}-` } : {}) };
  const { ok, status, body } = await fetch(url, { headers, signal: stalled.signal }).catch(
    (error: unknown) => {
      clearTimeout(timer);
      throw error;
    },
  );
  if (!ok) clearTimeout(timer);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body ?? []) {
        timer.refresh();
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
    }
  }
  return { ok, status, chunks: chunks() };
}

async function write(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
}

async function openPart(part: string): Promise<FileHandle> {
  const there = await stat(part).catch(() => undefined);
  return open(part, there ? "r+" : "wx+").catch((error: unknown) => {
    throw writeProblem(part, error);
  });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
