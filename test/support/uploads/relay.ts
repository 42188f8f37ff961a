import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text as readText } from "node:stream/consumers";

/** Fault of a request: it is cut in the middle, or gets a response with this status. */
export type Fault = "cut" | { readonly status: number; readonly body?: string };

/**
 * Starts a relay between the command and the service. It replaces the signed URLs of parts with its own, so that it is
 * also between the command and the storage.
 * @param faultOf called before each request, with a text such as `POST /api/v1/uploads`, or `PUT 2` for part 2, and with
 *   the parts that have arrived. If it returns no fault, the request is relayed
 */
export async function startRelay(
  target: string,
  faultOf: (request: string, parts: readonly number[]) => Fault | undefined,
) {
  /** Numbers of the parts that the storage has received. */
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
    // Without Accept-Encoding, the relay can read the responses.
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

  /** Replaces the signed URLs of parts in a response with the relay's own URLs. */
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
