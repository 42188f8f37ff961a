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
    detail: "The headers of the request did not arrive in time.",
  },
};
const unreadable: Answer = { status: 400, title: "Bad Request", detail: "This is no request of HTTP/1.1." };

/** Answers a request that never reaches a handler with a problem (RFC 9457), and closes the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const answer = answers[error.code ?? ""] ?? unreadable;
  const body = JSON.stringify({ type: "about:blank", ...answer });
  const head = [
    `HTTP/1.1 ${answer.status} ${answer.title}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
