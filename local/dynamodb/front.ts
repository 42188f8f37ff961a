import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import type { Principals } from "../aws/principals.ts";
import { sha256Hex, verifySignature } from "../aws/signature.ts";
import { SignatureError, type SignatureFault } from "../aws/signature-parts.ts";
import { type LoopbackServer, listenLoopback } from "../http/loopback-server.ts";
import { requiredGrants } from "./required-grants.ts";
import { createUpstream } from "./upstream.ts";

const TARGET = /^DynamoDB_20120810\.([A-Za-z]+)$/;
/** DynamoDB Developer Guide, "Quotas": 16 MB a request. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Opens the DynamoDB that functions see. It verifies each signature and holds each call against its signer's
 * policies, then hands it to the database behind it, unchanged. No web page can use it: a request with an
 * Origin header is refused.
 */
export async function startDynamoDbFront(options: {
  /** Of the database behind, see `startDynamoDb`. */
  endpoint: string;
  principals: Principals;
  port?: number | undefined;
}): Promise<LoopbackServer> {
  const upstream = createUpstream(options.endpoint);
  const server = await listenLoopback({
    port: options.port ?? 0,
    async handler(request, response) {
      try {
        const body = await readBody(request);
        const target = checkCall(request, body, options.principals);
        await upstream.forward(target, body, response);
      } catch (error) {
        // Nobody is left to answer when a function was ended in the middle of its call.
        if (!request.socket.destroyed) answerError(request, response, toDynamoDbError(error));
      }
    },
  });
  return {
    ...server,
    async close() {
      await server.close();
      upstream.close();
    },
  };
}

/** Gives the call's `X-Amz-Target` when its signer may do it. */
function checkCall(request: IncomingMessage, body: Buffer, principals: Principals): string {
  if (request.headers.origin !== undefined)
    throw new DynamoDbError(403, "AccessDeniedException", "No pages.");
  const { principal } = verifySignature({
    request,
    service: "dynamodb",
    payloadHash: sha256Hex(body),
    principalOf: principals.byAccessKeyId,
    nowMs: Date.now(),
  });
  const target = String(request.headers["x-amz-target"]);
  const operation = TARGET.exec(target)?.[1] ?? "";
  const grants = requiredGrants(operation, parseJson(body));
  if (!grants) {
    throw new DynamoDbError(400, "UnknownOperationException", `The local stack has no operation ${target}.`);
  }
  for (const { action, resource, leadingKey } of grants) {
    const refusal = principals.refusal(principal, action, resource, leadingKey);
    if (refusal !== undefined) throw new DynamoDbError(400, "AccessDeniedException", refusal);
  }
  return target;
}

class DynamoDbError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** DynamoDB Developer Guide, "Error handling", and what the service answers in fact. */
const SIGNATURE_ERRORS: Readonly<Record<SignatureFault, string>> = {
  missing: "MissingAuthenticationTokenException",
  malformed: "IncompleteSignatureException",
  "unknown key": "UnrecognizedClientException",
  "unsigned header": "InvalidSignatureException",
  mismatch: "InvalidSignatureException",
  expired: "InvalidSignatureException",
  skewed: "InvalidSignatureException",
};

function toDynamoDbError(error: unknown): DynamoDbError {
  if (error instanceof DynamoDbError) return error;
  if (error instanceof SignatureError) {
    return new DynamoDbError(400, SIGNATURE_ERRORS[error.fault], error.message);
  }
  if (error instanceof z.core.$ZodError) {
    return new DynamoDbError(400, "ValidationException", z.prettifyError(error));
  }
  console.error(error);
  return new DynamoDbError(500, "InternalServerError", "The local DynamoDB did not answer.");
}

function answerError(request: IncomingMessage, response: ServerResponse, error: DynamoDbError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  request.resume();
  const body = JSON.stringify({
    __type: `com.amazon.coral.service#${error.type}`,
    message: error.message,
  });
  response.writeHead(error.status, {
    "content-type": "application/x-amz-json-1.0",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) throw new DynamoDbError(413, "RequestEntityTooLarge", "Over 16 MB.");
  }
  return Buffer.concat(chunks, sizeBytes);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DynamoDbError(400, "SerializationException", "The body is not JSON.");
  }
}
