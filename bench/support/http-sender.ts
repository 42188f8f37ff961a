import { Agent, request } from "node:http";

type Sent = {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
};

export type Send = (
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Sent>;

/** Sends requests to a stack over keep-alive connections, with as little overhead as Node allows. */
export function httpSender(origin: string): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const send: Send = (token, method, path, body, headers) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(`${origin}/api/v1${path}`, {
        method,
        agent,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
          ...headers,
        },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { "retry-after": retryAfter, "content-type": contentType } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            contentType,
            retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}
