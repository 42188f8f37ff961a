import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

type Answer = { readonly status: number; readonly title: string; readonly detail: string };

/** Responses to requests that Node cannot read, by the code of its error. */
const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: "Request Header Fields Too Large",
    detail: "The address and the headers of a request may have at most 16 KB together. Send fewer filters.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: "Request Timeout",
    detail: "The request did not arrive in time.",
  },
};
const unreadable: Answer = { status: 400, title: "Bad Request", detail: "This is no request of HTTP/1.1." };

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Answers requests that never reach a handler, or not completely, with a problem (RFC 9457), and closes their connection.
 * If a client would read the problem as part of another response, the connection is closed without it.
 */
export function answerBrokenRequests(server: Server): void {
  /** The exchanges of each connection that have not ended. A client may send requests ahead, before it has responses. */
  const exchanges = new WeakMap<Duplex, readonly Exchange[]>();
  const openOn = (socket: Duplex) => (exchanges.get(socket) ?? []).filter(isOpen);
  server.on("request", (request, response) => {
    exchanges.set(request.socket, [...openOn(request.socket), { request, response }]);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isUseless = error.code === "ECONNRESET" || !socket.writable;
    if (isUseless || !isExpectingAnswer(openOn(socket))) socket.destroy();
    else socket.end(responseTo(error));
  });
}

function isOpen({ request, response }: Exchange): boolean {
  return !request.complete || !response.writableFinished;
}

/** Returns true if the broken request is the only one that waits for a response, and nothing of it has been sent. */
function isExpectingAnswer([first, ...others]: readonly Exchange[]): boolean {
  // A complete request is not the broken one.
  return (
    first === undefined || (others.length === 0 && !first.request.complete && !first.response.headersSent)
  );
}

function responseTo({ code = "" }: NodeJS.ErrnoException): string {
  const answer = answers[code] ?? unreadable;
  const body = JSON.stringify({ type: "about:blank", ...answer });
  const head = [
    `HTTP/1.1 ${answer.status} ${answer.title}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
