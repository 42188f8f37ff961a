import type { IncomingMessage } from "node:http";

/** API Gateway's limit on a request's payload (Amazon API Gateway quotas: 10 MB). */
const maxBytes = 10 * 1024 * 1024;

/**
 * Reads the whole body. `too large` comes as soon as that is known: Node reads and drops the rest itself
 * once the request is answered. `gone` is a client that left before its body was complete.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "gone"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too large";
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return await new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) chunks.push(chunk);
      else resolve("too large");
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}
