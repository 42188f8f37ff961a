import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

export type Upstream = {
  /** Sends a call to the database and its answer back. Rejects when the database does not answer. */
  forward: (target: string, body: Buffer, response: ServerResponse) => Promise<void>;
  close: () => void;
};

/**
 * The database behind the front, over connections that stay open.
 *
 * The signer's own signature goes no further. DynamoDB Local keeps one database for each access key id, so
 * that every call must show the same one, the one of `client.ts`.
 */
export function createUpstream(endpoint: string): Upstream {
  const agent = new Agent({ keepAlive: true });
  const url = new URL(endpoint);
  return {
    async forward(target, body, response) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(url, { method: "POST", agent, headers: headers(target, body.length) }, resolve);
        call.once("error", reject);
        call.end(body);
      });
      response.writeHead(answer.statusCode ?? 500, answerHeaders(answer));
      await pipeline(answer, response);
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

/** Not the CORS headers, above all. */
function answerHeaders(answer: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ["content-type", "content-length", "x-amzn-requestid", "x-amz-crc32"]) {
    const value = answer.headers[name];
    if (typeof value === "string") kept[name] = value;
  }
  return kept;
}
