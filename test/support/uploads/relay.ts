import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text as readText } from "node:stream/consumers";

/** What happens to a request: it is cut in the middle, or answered with a status. Else it reaches the service. */
export type Fault = "cut" | { readonly status: number; readonly body?: string };

/**
 * A relay between the command and the service, and between the command and its storage: it gives itself as the address to
 * which parts are sent.
 * @param faultOf told each request before it is relayed: `POST /api/v1/uploads`, or `PUT 2` for part 2; and the parts that have arrived
 */
export async function startRelay(
  target: string,
  faultOf: (request: string, parts: readonly number[]) => Fault | undefined,
) {
  /** Numbers of the parts that the storage has taken. */
  const parts: number[] = [];

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const storage = method === "PUT" ? new URL(url, target).searchParams.get("to") : null;
    const to = new URL(storage ?? `${target}${url}`);
    const part = to.searchParams.get("partNumber");
    const fault = faultOf(`${method} ${part ?? url}`, parts);
    if (fault === "cut") {
      request.once("data", () => request.destroy());
      return;
    }
    const body = await buffer(request);
    if (fault) {
      response.writeHead(fault.status, { "Content-Type": "application/problem+json" }).end(fault.body);
      return;
    }
    // Answers must be readable here.
    const { host: _, connection: __, "accept-encoding": ___, ...headers } = request.headers;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      open(to, { method, headers }, resolve).once("error", reject).end(body);
    });
    if (storage && answer.statusCode === 200) parts.push(Number(part));
    const text = await readText(answer);
    const { "content-length": ____, ...answerHeaders } = answer.headers;
    response
      .writeHead(answer.statusCode ?? 500, answerHeaders)
      .end(/\/parts$/.test(url) ? redirected(text) : text);
  }

  /** The answer to the request that signs parts, with the relay's own address. */
  function redirected(text: string): string {
    const answer: { parts?: { url: string }[] } = JSON.parse(text);
    for (const signed of answer.parts ?? []) signed.url = `${origin}/?to=${encodeURIComponent(signed.url)}`;
    return JSON.stringify(answer);
  }

  const server = createServer((request, response) => {
    relay(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    parts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
