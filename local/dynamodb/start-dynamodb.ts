import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile } from "./data-lock.ts";
import { findDynoxide } from "./dynoxide-binary.ts";
import { spawnTied } from "./tied-process.ts";

export type DynamoDb = {
  /** It answers anybody, whatever the signature: for the stack and for unit tests, never for a function. */
  endpoint: string;
  close: () => Promise<void>;
};

const START_TIMEOUT_MS = 15_000;

/** Between the look for a free port and its use somebody else may take it. */
const MOST_TRIES = 5;

/**
 * Starts dynoxide on an address that nobody else knows, or takes a DynamoDB that runs already.
 *
 * dynoxide answers any Host, any signature and any web page, so where the system has all of 127.0.0.0/8
 * (Linux) it gets a random address of it; elsewhere only its port is random.
 *
 * @param options.dbPath the SQLite file; in memory without it.
 * @param options.endpoint a DynamoDB to use in place of our own.
 * @param options.onExit told why, should the database end before `close`.
 * @param findAddress where nobody listens yet.
 * @throws Error with a sentence for the user: no binary, data in use by another stack, no answer.
 */
export async function startDynamoDb(
  options: {
    dbPath?: string | undefined;
    endpoint?: string | undefined;
    onExit?: ((reason: string) => void) | undefined;
  } = {},
  findAddress: () => Promise<Address> = freeAddress,
): Promise<DynamoDb> {
  const { dbPath, onExit } = options;
  if (options.endpoint !== undefined) {
    await untilAnswering(options.endpoint);
    return { endpoint: options.endpoint, close: async () => {} };
  }
  const binary = findDynoxide();
  const unlock = dbPath === undefined ? () => {} : lockFile(dbPath);
  const command = [binary, "serve", ...(dbPath === undefined ? [] : ["--db-path", dbPath])];
  for (let tries = 1; ; tries += 1) {
    const { host, port } = await findAddress();
    const endpoint = `http://${host}:${port}`;
    const child = spawnTied([...command, "--host", host, "--port", String(port)]);
    const failure = await startFailure(child, endpoint);
    if (failure === undefined) {
      void child.exited.then((reason) => onExit?.(`The local DynamoDB ended (${reason}).`));
      return {
        endpoint,
        async close() {
          await child.end();
          unlock();
        },
      };
    }
    await child.end();
    if (tries < MOST_TRIES && /already in use/.test(failure.message)) continue;
    unlock();
    throw failure;
  }
}

type Address = { readonly host: string; readonly port: number };

/** Waits until it answers. */
async function startFailure(
  child: ReturnType<typeof spawnTied>,
  endpoint: string,
): Promise<Error | undefined> {
  const stop = new AbortController();
  const ended = child.exited.then((reason) => {
    stop.abort();
    return new Error(`The local DynamoDB did not start (${reason}).`);
  });
  const answered = untilAnswering(endpoint, stop.signal).then(
    () => undefined,
    (error: Error) => error,
  );
  return Promise.race([answered, ended]);
}

async function freeAddress(): Promise<Address> {
  const random = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const host = process.platform === "linux" ? random : "127.0.0.1";
  // dynoxide refuses a port on which anybody listens, whatever the address.
  const probe = createServer().listen(0, "0.0.0.0");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return { host, port: address.port };
}

async function untilAnswering(endpoint: string, stop?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const giveUp = stop ? AbortSignal.any([stop, timeout]) : timeout;
  while (!giveUp.aborted) {
    try {
      // Any answer will do: an unsigned request is refused, by something that is up.
      const response = await fetch(endpoint, { method: "POST", body: "{}", signal: giveUp });
      await response.arrayBuffer();
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new Error(`There is no DynamoDB answering at ${endpoint}.`);
}
