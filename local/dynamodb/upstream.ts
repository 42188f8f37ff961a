import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/**
 * Connects to the database behind the proxy and keeps the connections open.
 *
 * The function's own signature is not forwarded. DynamoDB Local keeps a separate database for each access key id, so
 * every call must send the access key id of `client.ts`.
 */
export function createUpstream(endpoint: string) {
  const agent = new Agent({ keepAlive: true });
  const url = new URL(endpoint);
  return {
    /** Forwards a call to the database, and its response to the caller. Rejects if the database does not respond. */
    async forward(target: string, body: Buffer, response: ServerResponse): Promise<void> {
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(url, { method: "POST", agent, headers: headers(target, body.length) }, resolve);
        call.once("error", reject);
        call.end(body);
      });
      response.writeHead(incoming.statusCode ?? 500, forwardedHeaders(incoming));
      await pipeline(incoming, response);
    },
    close: () => agent.destroy(),
  };
}

function headers(target: string, sizeBytes: number): Record<string, string> {
  return {
    "content-type": "application/x-amz-json-1.0",
    "content-length": String(sizeBytes),
    "x-amz-target": target,
    "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, " +
      "SignedHeaders=host, Signature=0000000000000000000000000000000000000000000000000000000000000000",
  };
}

/** Returns the headers to forward. Drops all other headers, in particular CORS headers. */
function forwardedHeaders(incoming: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ["content-type", "content-length", "x-amzn-requestid", "x-amz-crc32"]) {
    const value = incoming.headers[name];
    if (typeof value === "string") kept[name] = value;
  }
  return kept;
}
