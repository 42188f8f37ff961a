import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerBrokenRequests } from "./answer-broken-requests.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type LoopbackServer = {
  port: number;
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  origin: string;
  /** Closes every connection, even in the middle of a response, and frees the port. */
  close: () => Promise<void>;
};

/**
 * Opens an HTTP server on 127.0.0.1. Port 0 chooses any free port.
 *
 * A web page can make its own domain name point at 127.0.0.1 (DNS rebinding), but its requests then have that name as
 * their Host. So the server returns 421 (RFC 9110, section 15.5.20) for a request with another Host, without a Host,
 * with two Hosts or with an absolute request target. The handler does not get these requests.
 *
 * If the handler throws, the server returns 500 and logs the error.
 * @param options.command the command that starts the server, for error messages
 * @throws Error with a sentence for the user when the port is in use
 */
export async function listenLoopback(options: {
  port: number;
  handler: Handler;
  command?: string;
  /** The variable from which the command reads the port, for error messages. */
  variable?: string;
  /** Time in which the headers of a request must arrive, in milliseconds. */
  headersTimeout?: number;
}): Promise<LoopbackServer> {
  const { command = "npm start", variable = "PORT", headersTimeout = 10_000 } = options;
  let hosts: ReadonlySet<string> = new Set();
  const settings = {
    // Otherwise Node itself returns 400 for a request without a Host.
    requireHostHeader: false,
    keepAliveTimeout: 60_000,
    headersTimeout,
    connectionsCheckingInterval: headersTimeout / 10,
  };
  const server = createServer(settings, (request, response) => {
    if (hasOwnHost(request, hosts)) void handle(options.handler, request, response);
    else reject(request, response);
  });
  answerBrokenRequests(server);
  const port = await new Promise<number>((resolve, fail) => {
    server.once("error", (error) => fail(listenError(error, options.port, variable, command)));
    server.listen(options.port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") fail(new Error("The server has no port."));
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

function hasOwnHost(request: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  // request.headers has only the first of two Host headers. The raw list has both.
  let host: string | undefined;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = request.rawHeaders[i + 1]?.toLowerCase();
  }
  return host !== undefined && hosts.has(host) && request.url?.startsWith("/") === true;
}

function reject(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(421, { "content-type": "text/plain", connection: "close" });
  response.end("This server only accepts requests for its own loopback address.\n");
}

async function handle(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
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

function listenError(error: NodeJS.ErrnoException, port: number, variable: string, command: string): Error {
  if (error.code === "EADDRINUSE") {
    const other = port < 65535 ? port + 1 : 3000;
    return new Error(
      `Port ${port} is already in use: stop the program that uses it, or choose another port: ${variable}=${other} ${command}`,
    );
  }
  if (error.code === "EACCES") {
    return new Error(
      `This user may not open port ${port}: choose a port above 1023, for example ${variable}=3000 ${command}`,
    );
  }
  return error;
}
