import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { portOf } from "../../../support/stack/port-of.ts";

/** Writes the response to a request's head. */
export type Script = (socket: Socket, request: { readonly path: string; readonly head: string }) => void;

/** A TCP server that can break the rules of HTTP and counts connections. */
export type RawServer = {
  readonly port: number;
  readonly origin: string;
  connections(): number;
  /** Heads of all requests. */
  readonly heads: readonly string[];
  /** Waits until no socket is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export async function startRawServer(script: Script, host = "127.0.0.1"): Promise<RawServer> {
  const open = new Set<Socket>();
  const heads: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    let head = "";
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (!head.endsWith("\r\n\r\n")) return;
      heads.push(head);
      script(socket, { path: head.split(" ")[1] ?? "", head });
      head = "";
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  const port = portOf(server);
  return {
    port,
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    connections: () => connections,
    heads,
    async idle() {
      await Promise.all([...open].map((socket) => new Promise((closed) => socket.once("close", closed))));
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A complete response with the right Content-Length. */
export function answer(status: number, headers: readonly string[], body = ""): string {
  const lines = [`HTTP/1.1 ${status} X`, ...headers, `Content-Length: ${body.length}`, "", body];
  return lines.join("\r\n");
}
