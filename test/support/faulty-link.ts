import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { below, oneOf, seededRandom } from "./seeded-random.ts";

/** What a request and its answer can meet on the way. */
export const faults = [
  // Of the request: it never arrives; it arrives cut in the middle; the answer gets lost, or is cut.
  "request dropped",
  "request cut",
  "answer dropped",
  "answer cut",
  // Something between answers instead of the service, with a page of its own.
  "page instead",
  // The site is told nothing, and the request arrives later, when others have overtaken it.
  "reordered",
  "delayed",
  "duplicated",
  // While the link is down, nothing at all gets through.
  "link down",
] as const;
export type LinkFault = (typeof faults)[number];

const losses = faults.slice(0, 6);
const maxDelayMs = 60;
const maxOvertakingMs = 600;

type Options = {
  /** The service's origin. */
  readonly target: string;
  readonly seed: number;
  /** How many of all requests are lost in some way, how many are delayed, how many come twice: 0 to 1. */
  readonly rate: number;
  /** Whether this site's link is down now; asked once for each request. */
  readonly isDown: (site: string) => boolean;
};

type Upstream = { readonly status: number; readonly headers: string[]; readonly body: Buffer };

/** A bad link between sites and the service. A site's address is `<origin>/<site>/api/v1`. */
export async function startFaultyLink({ target, seed, rate, isDown }: Options) {
  const random = seededRandom(seed);
  const injected = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<LinkFault, number>;
  const late = new Set<Promise<unknown>>();
  const counted = (fault: LinkFault) => {
    injected[fault] += 1;
  };

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, site = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const body = await read(request);
    const forward = (most = body.length) => send(`${target}${path}`, request, body, most);
    const meets = () => random() < rate;
    const [loss, isDelayed, isDuplicated] = [meets() ? oneOf(random, losses) : undefined, meets(), meets()];
    const [delayMs, overtakenMs] = [below(random, maxDelayMs), below(random, maxOvertakingMs)];
    if (isDown(site)) {
      counted("link down");
      return drop(response);
    }
    if (isDelayed) {
      counted("delayed");
      await sleep(delayMs);
    }
    if (loss) counted(loss);
    if (loss === "request dropped") return drop(response);
    if (loss === "page instead")
      return void response.setHeader("Content-Type", "text/html").end("<p>Sign in</p>");
    if (loss === "request cut") {
      await forward(Math.floor(body.length / 2)).catch(() => {});
      return drop(response);
    }
    if (loss === "reordered") {
      later(sleep(overtakenMs).then(() => forward()));
      return drop(response);
    }
    if (isDuplicated) {
      counted("duplicated");
      later(forward());
    }
    const answer = await forward();
    if (loss === "answer dropped") return drop(response);
    const bytes = asSent(answer);
    const most = loss === "answer cut" ? Math.floor(bytes.length / 2) : bytes.length;
    const socket = response.socket as Socket;
    socket.write(bytes.subarray(0, most), () => socket.destroySoon());
  }

  function later(work: Promise<unknown>): void {
    const known = work.catch(() => {}).finally(() => late.delete(known));
    late.add(known);
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => drop(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    injected,
    /** When nothing is under way any more that a site was told nothing of. */
    async settled(): Promise<void> {
      while (late.size > 0) await Promise.all(late);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function drop(response: ServerResponse): void {
  response.socket?.destroy();
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends the request on; with fewer bytes than it has, it breaks off there. */
function send(
  url: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  most: number,
): Promise<Upstream> {
  const { host: _host, connection: _connection, ...own } = headers;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, { method, headers: own, agent: false }, (answer) => {
      read(answer).then((bytes) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: bytes });
      }, reject);
    });
    outgoing.on("error", reject);
    if (most === body.length) outgoing.end(body);
    else outgoing.write(body.subarray(0, most), () => setImmediate(() => outgoing.destroy(new Error("cut"))));
  });
}

/** The answer as bytes, so that it can be cut anywhere. */
function asSent({ status, headers, body }: Upstream): Buffer {
  const lines = [`HTTP/1.1 ${status} x`, "Connection: close", `Content-Length: ${body.length}`];
  for (let i = 0; i < headers.length; i += 2) {
    const [name = "", value = ""] = headers.slice(i, i + 2);
    if (!/^(connection|keep-alive|content-length|transfer-encoding)$/i.test(name))
      lines.push(`${name}: ${value}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
