import { apiClient, type CallOptions } from "../../../local/api-client.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any;

export type Client = ReturnType<typeof strictClient>;

/** Returns a client that throws if a request is refused. */
export function strictClient(origin: string, token: string) {
  const { call } = apiClient(origin, token);
  const send = async (method: string, path: string, options: CallOptions = {}): Promise<Body> => {
    const { status, body } = await call(method, path, options);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    get: (path: string) => send("GET", path),
    post: (path: string, body?: unknown) => send("POST", path, { body }),
    put: (path: string, body?: unknown) => send("PUT", path, { body }),
    patch: (path: string, body: unknown) => send("PATCH", path, { body }),
    remove: (path: string) => send("DELETE", path),
    tryPost: (path: string, body: unknown) => call("POST", path, { body }),
  };
}
