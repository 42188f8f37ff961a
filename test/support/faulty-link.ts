import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { below, oneOf, seededRandom } from "./seeded-random.ts";

/** Faults that the link injects. */
export const faults = [
  // The request or the response is lost, or arrives incomplete.
  "request dropped",
  "request cut",
  "answer dropped",
  "answer cut",
  // A hotspot sends its own page instead of the service's response.
  "page instead",
  // The site gets no response, and the request arrives after later requests.
  "reordered",
  "delayed",
  "duplicated",
  // No request arrives.
  "link down",
] as const;
export type LinkFault = (typeof faults)[number];

const losses = faults.slice(0, 6);
const maxDelayMs = 60;
const maxReorderMs = 600;

type Options = {
  /** The service's origin. */
  readonly target: string;
  readonly seed: number;
  /** Probability of a loss, of a delay and of a duplicate for each request, 0 to 1. */
  readonly rate: number;
  /** Returns true while this site's link is down. Called once for each request. */
  readonly isDown: (site: string) => boolean;
};

type Upstream = { readonly status: number; readonly headers: string[]; readonly body: Buffer };

/**
 * Starts a proxy that acts as a bad link between sites and the service. A site calls `<origin>/<site>/api/v1`. Signed
 * URLs of parts also lead through the proxy: `<origin>/storage<port>/…`.
 */
export async function startFaultyLink({ target, seed, rate, isDown }: Options) {
  const random = seededRandom(seed);
  const injected = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<LinkFault, number>;
  const background = new Set<Promise<unknown>>();
  const count = (fault: LinkFault) => {
    injected[fault] += 1;
  };

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, site = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const body = await read(request);
    const storagePort = /^storage(\d+)$/.exec(site)?.[1];
    const origin = storagePort === undefined ? target : `http://127.0.0.1:${storagePort}`;
    const forward = async (length = body.length) => {
      const answer = await send(`${origin}${path}`, request, body, length);
      if (!/\/uploads\/\d+\/parts$/.test(path)) return answer;
      const text = answer.body
        .toString()
        .replace(/"url":"http:\/\/127\.0\.0\.1:(\d+)/g, `"url":"${own}/storage$1`);
      return { ...answer, body: Buffer.from(text) };
    };
    const drawn = () => random() < rate;
    const [loss, isDelayed, isDuplicated] = [drawn() ? oneOf(random, losses) : undefined, drawn(), drawn()];
    const [delayMs, reorderMs] = [below(random, maxDelayMs), below(random, maxReorderMs)];
    if (isDown(site)) {
      count("link down");
      return drop(response);
    }
    if (isDelayed) {
      count("delayed");
      await sleep(delayMs);
    }
    if (loss) count(loss);
    if (loss === "request dropped") return drop(response);
    if (loss === "page instead")
      return void response.setHeader("Content-Type", "text/html").end("<p>Sign in</p>");
    if (loss === "request cut") {
      await forward(Math.floor(body.length / 2)).catch(() => {});
      return drop(response);
    }
    if (loss === "reordered") {
      inBackground(sleep(reorderMs).then(() => forward()));
      return drop(response);
    }
    if (isDuplicated) {
      count("duplicated");
      inBackground(forward());
    }
    const answer = await forward();
    if (loss === "answer dropped") return drop(response);
    const bytes = rawAnswer(answer);
    const end = loss === "answer cut" ? Math.floor(bytes.length / 2) : bytes.length;
    const socket = response.socket as Socket;
    socket.write(bytes.subarray(0, end), () => socket.destroySoon());
  }

  function inBackground(work: Promise<unknown>): void {
    const done = work.catch(() => {}).finally(() => background.delete(done));
    background.add(done);
  }

  const server = createServer((request, response) => {
    relay(request, response).catch(() => drop(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: own,
    injected,
    /** Resolves when no delayed or duplicated request is in flight. */
    async drained(): Promise<void> {
      while (background.size > 0) await Promise.all(background);
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

/** Forwards the request, and cuts the connection after `length` bytes if the body is longer. */
function send(
  url: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  length: number,
): Promise<Upstream> {
  const { host: _host, connection: _connection, ...own } = headers;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, { method, headers: own, agent: false }, (answer) => {
      read(answer).then((content) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: content });
      }, reject);
    });
    outgoing.on("error", reject);
    if (length === body.length) outgoing.end(body);
    else
      outgoing.write(body.subarray(0, length), () => setImmediate(() => outgoing.destroy(new Error("cut"))));
  });
}

/** Returns the bytes of a response as they are sent, so that it can be cut at any byte. */
function rawAnswer({ status, headers, body }: Upstream): Buffer {
  const lines = [`HTTP/1.1 ${status} x`, "Connection: close", `Content-Length: ${body.length}`];
  for (let i = 0; i < headers.length; i += 2) {
    const [name = "", value = ""] = headers.slice(i, i + 2);
    if (!/^(connection|keep-alive|content-length|transfer-encoding)$/i.test(name))
      lines.push(`${name}: ${value}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
