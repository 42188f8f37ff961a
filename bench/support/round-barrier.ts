import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** The store requests of one call of the API. */
export type Rounds = {
  /** Number of rounds: batches of requests, each of which waited for all answers of the one before. */
  rounds: number;
  readonly requests: string[];
  rcu: number;
  wcu: number;
};

/** Milliseconds for which the barrier waits for more requests before it lets a round through. */
const idleMs = 12;

/**
 * A proxy in front of DynamoDB that counts rounds. It holds requests back until no more arrive, then lets them through
 * together, and holds back the next ones until all of these have been answered. So requests that can run at the same time
 * are one round, however fast the database is.
 */
export async function startRoundBarrier(upstream: string) {
  const target = new URL(upstream);
  let seen: Rounds = { rounds: 0, requests: [], rcu: 0, wcu: 0 };
  let waiting: (() => void)[] = [];
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(releaseWhenIdle, idleMs);
  };
  // After a pause of the whole process, this timer ends before requests are handled that have arrived meanwhile.
  const releaseWhenIdle = () => {
    const before = waiting.length;
    setTimeout(() => (waiting.length === before ? release() : schedule()), 1);
  };
  const release = () => {
    if (inFlight > 0 || waiting.length === 0) return;
    seen.rounds += 1;
    inFlight = waiting.length;
    const round = waiting;
    waiting = [];
    for (const start of round) start();
  };

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
    const answer = await forward(target, request, metered(body));
    record(seen, request, answer.body);
    inFlight -= 1;
    if (inFlight === 0) schedule();
    respond(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Counts the store requests of a call. */
    async count<T>(call: () => Promise<T>): Promise<{ readonly result: T; readonly rounds: Rounds }> {
      seen = { rounds: 0, requests: [], rcu: 0, wcu: 0 };
      const result = await call();
      return { result, rounds: seen };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Asks for the capacity that the request consumes. */
function metered(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "INDEXES" });
}

function forward(target: URL, { method, headers }: IncomingMessage, body: string): Promise<Answer> {
  const own = { ...headers, host: target.host, "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    send(target, { method, headers: own }, async (answer) =>
      resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: await textOf(answer) }),
    )
      .on("error", reject)
      .end(body);
  });
}

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  const { "x-amz-crc32": _, "content-length": __, ...rest } = headers;
  response.writeHead(status, rest).end(body);
}

const reads: ReadonlySet<string> = new Set(["GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"]);

function record(seen: Rounds, { headers }: IncomingMessage, body: string): void {
  const operation = String(headers["x-amz-target"]).split(".").at(-1) ?? "";
  seen.requests.push(operation);
  const consumed = [JSON.parse(body || "{}").ConsumedCapacity ?? []].flat();
  const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (reads.has(operation)) seen.rcu += units;
  else seen.wcu += units;
}
