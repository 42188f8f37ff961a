import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findDynoxide } from "./dynoxide-binary.ts";
import { lockFile } from "./lock-file.ts";
import { spawnSupervised } from "./supervised-process.ts";

export type DynamoDb = {
  /** URL of the database. It accepts every caller and any signature, so only the stack and unit tests use it. */
  endpoint: string;
  close: () => Promise<void>;
};

const START_TIMEOUT_MS = 15_000;

/** Maximum number of ports to try, because another process can take a free port before the database does. */
const MAX_TRIES = 5;

/**
 * Starts dynoxide on a secret address, or uses a DynamoDB that already runs.
 *
 * dynoxide accepts any Host, any signature and requests of any web page, so its address must be hard to guess. On
 * Linux the address is random in 127.0.0.0/8, all of which is loopback. On other systems only the port is random.
 *
 * @param options.dbPath the SQLite file; without it the data is in memory
 * @param options.endpoint a running DynamoDB to use instead
 * @param options.onExit called with the reason when the database ends before `close`
 * @param findAddress returns an address on which no process listens
 * @throws Error with a sentence for the user: no binary, data in use by another stack, no response
 */
export async function startDynamoDb(
  options: {
    dbPath?: string | undefined;
    endpoint?: string | undefined;
    onExit?: ((reason: string) => void) | undefined;
  } = {},
  findAddress: () => Promise<Address> = freeAddress,
): Promise<DynamoDb> {
  const { dbPath, endpoint: runningEndpoint, onExit } = options;
  if (runningEndpoint !== undefined) {
    await waitForResponse(runningEndpoint).catch((cause: unknown) => {
      const advice = "start it, or unset DYNAMODB_ENDPOINT to use the embedded DynamoDB";
      throw new Error(`No DynamoDB responds at ${runningEndpoint}: ${advice}.`, { cause });
    });
    return { endpoint: runningEndpoint, close: async () => {} };
  }
  const binary = findDynoxide();
  const unlock = dbPath === undefined ? () => {} : lockFile(dbPath);
  const command = [binary, "serve", ...(dbPath === undefined ? [] : ["--db-path", dbPath])];
  for (let tries = 1; ; tries += 1) {
    const { host, port } = await findAddress();
    const endpoint = `http://${host}:${port}`;
    const child = spawnSupervised([...command, "--host", host, "--port", String(port)]);
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
    if (tries < MAX_TRIES && /already in use/.test(failure.message)) continue;
    unlock();
    throw failure;
  }
}

type Address = { readonly host: string; readonly port: number };

/** Waits until the database responds. Returns the error if it ends or does not respond in time. */
async function startFailure(
  child: ReturnType<typeof spawnSupervised>,
  endpoint: string,
): Promise<Error | undefined> {
  const stop = new AbortController();
  const ended = child.exited.then((reason) => {
    stop.abort();
    return new Error(`The local DynamoDB did not start (${reason}).`);
  });
  const responded = waitForResponse(endpoint, stop.signal).then(
    () => undefined,
    (error: Error) => error,
  );
  return Promise.race([responded, ended]);
}

async function freeAddress(): Promise<Address> {
  const random = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const host = process.platform === "linux" ? random : "127.0.0.1";
  // dynoxide rejects a port that is in use on any address, so the search covers all addresses.
  const probe = createServer().listen(0, "0.0.0.0");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return { host, port: address.port };
}

async function waitForResponse(endpoint: string, stop?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const giveUp = stop ? AbortSignal.any([stop, timeout]) : timeout;
  while (!giveUp.aborted) {
    try {
      // Any response is enough: a server that rejects an unsigned request is running.
      const response = await fetch(endpoint, { method: "POST", body: "{}", signal: giveUp });
      await response.arrayBuffer();
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new Error(
    `The local DynamoDB did not respond at ${endpoint} within ${START_TIMEOUT_MS / 1000} seconds.`,
  );
}
