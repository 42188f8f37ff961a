import type { IncomingMessage } from "node:http";

/** Maximum size of a request's payload (Amazon API Gateway quotas: 10 MB). */
const maxBytes = 10 * 1024 * 1024;

/**
 * Reads the whole body. Resolves to `too large` as soon as the limit is exceeded. Node then discards the rest after the
 * response. Resolves to `aborted` if the client disconnects before the body is complete.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "aborted"> {
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
    request.on("error", () => resolve("aborted"));
    request.on("close", () => resolve("aborted"));
  });
}
