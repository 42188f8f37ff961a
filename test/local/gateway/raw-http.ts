import { connect, type Socket } from "node:net";

export type RawAnswer = {
  status: number;
  /** Headers in the order and spelling of the response. */
  headers: [name: string, value: string][];
  /** Returns the values of a header. The name is case-insensitive. */
  values: (name: string) => string[];
  body: Buffer;
};

/**
 * Sends a request over a new connection, asks the server to close it, and reads the response. Sends the path, header
 * names and duplicates exactly as given.
 */
export async function rawRequest(
  port: number,
  requestLine: string,
  headers: readonly string[] = [],
  body: Buffer | string = "",
): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  const lines = [requestLine, `Host: 127.0.0.1:${port}`, "Connection: close", ...headers];
  if (body.length > 0) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  socket.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)]));
  return parseAnswer(await everything(socket));
}

/** Reads all bytes until the server closes the connection. */
export async function everything(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return await new Promise((resolve, reject) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks)));
    socket.on("error", (error) => (chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(error)));
  });
}

export function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) throw new Error(`No response: ${bytes.toString("latin1").slice(0, 200)}`);
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    values: (name) =>
      headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value),
    body: bytes.subarray(end + 4),
  };
}
