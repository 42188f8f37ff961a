import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import type { Principals } from "../aws/principals.ts";
import { sha256Hex, verifySignature } from "../aws/signature.ts";
import { SignatureError, type SignatureProblem } from "../aws/signature-parts.ts";
import { type LoopbackServer, listenLoopback } from "../http/loopback-server.ts";
import { parseJson } from "../parse-json.ts";
import { requiredGrants } from "./required-grants.ts";
import { createUpstream } from "./upstream.ts";

const TARGET = /^DynamoDB_20120810\.([A-Za-z]+)$/;
/** 16 MB, the largest request (DynamoDB Developer Guide, "Quotas"). */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Opens the DynamoDB endpoint for the functions. The endpoint verifies the signature of each call, checks the call
 * against the policies of the function's role, and forwards it unchanged to the database. Web pages cannot use the
 * endpoint, because it rejects requests with an Origin header.
 */
export async function startDynamoDbProxy(options: {
  /** Address of the database (see `startDynamoDb`). */
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
        // The connection is closed if the function was killed during its call.
        if (!request.socket.destroyed) sendError(request, response, toDynamoDbError(error));
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

/**
 * Returns the call's `X-Amz-Target`.
 * @throws DynamoDbError when the signature is wrong or the signer may not make this call
 */
function checkCall(request: IncomingMessage, body: Buffer, principals: Principals): string {
  if (request.headers.origin !== undefined)
    throw new DynamoDbError(403, "AccessDeniedException", "Web pages may not call the local DynamoDB.");
  const { principal } = verifySignature({
    request,
    service: "dynamodb",
    payloadHash: sha256Hex(body),
    principalOf: principals.byAccessKeyId,
    nowMs: Date.now(),
  });
  const target = String(request.headers["x-amz-target"]);
  const operation = TARGET.exec(target)?.[1] ?? "";
  const call = parseJson(body.toString());
  if (call === undefined) throw new DynamoDbError(400, "SerializationException", "The body is not JSON.");
  const grants = requiredGrants(operation, call);
  if (!grants) {
    throw new DynamoDbError(400, "UnknownOperationException", `The local stack does not serve ${target}.`);
  }
  for (const { action, resource, leadingKey } of grants) {
    const denial = principals.denial(principal, action, resource, leadingKey);
    if (denial !== undefined) throw new DynamoDbError(400, "AccessDeniedException", denial);
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

/** Error types from the DynamoDB Developer Guide, "Error handling", and from responses of the real service. */
const SIGNATURE_ERRORS: Readonly<Record<SignatureProblem, string>> = {
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
    return new DynamoDbError(400, SIGNATURE_ERRORS[error.problem], error.message);
  }
  if (error instanceof z.core.$ZodError) {
    return new DynamoDbError(400, "ValidationException", z.prettifyError(error));
  }
  console.error(error);
  return new DynamoDbError(500, "InternalServerError", "The local DynamoDB did not respond.");
}

function sendError(request: IncomingMessage, response: ServerResponse, error: DynamoDbError): void {
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
    if (sizeBytes > MAX_BODY_BYTES)
      throw new DynamoDbError(413, "RequestEntityTooLarge", "The request is larger than 16 MB.");
  }
  return Buffer.concat(chunks, sizeBytes);
}
