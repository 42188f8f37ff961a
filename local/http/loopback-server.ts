import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type LoopbackServer = {
  port: number;
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  origin: string;
  /** Ends every connection, answered or not, and frees the port. */
  close: () => Promise<void>;
};

/**
 * Opens an HTTP server on 127.0.0.1. Port 0 takes any free port.
 *
 * A page in a browser can make a name of its own point at 127.0.0.1 (DNS rebinding), but its requests then
 * carry that name. So a request whose Host is not this server's is answered 421 (RFC 9110, section 15.5.20)
 * before the handler sees it, and so is one with no Host, with two, or with an absolute request target.
 *
 * A handler that throws is answered 500, and the error is logged.
 * Throws an `Error` with a sentence for the user when the port is taken.
 */
export async function listenLoopback(options: { port: number; handler: Handler }): Promise<LoopbackServer> {
  let hosts: ReadonlySet<string> = new Set();
  // Without requireHostHeader: false, Node itself answers 400 to a request without Host.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 60_000 }, (request, response) => {
    if (isForUs(request, hosts)) void answer(options.handler, request, response);
    else refuse(request, response);
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, options.port)));
    server.listen(options.port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The server has no port."));
      else resolve(address.port);
    });
  });
  hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isForUs(request: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  // request.headers keeps only the first of two Host headers; the raw list shows both.
  let host: string | undefined;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = request.rawHeaders[i + 1]?.toLowerCase();
  }
  return host !== undefined && hosts.has(host) && request.url?.startsWith("/") === true;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(421, { "content-type": "text/plain", connection: "close" });
  response.end("This server only answers to its own loopback address.\n");
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler(request, response);
  } catch (error) {
    console.error(error);
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(500, { connection: "close" });
      response.end();
    }
  }
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is already in use. Stop the program that uses it, or choose another port.`,
    );
  }
  if (error.code === "EACCES") {
    return new Error(`Port ${port} may not be opened by this user. Choose a port above 1023.`);
  }
  return error;
}
