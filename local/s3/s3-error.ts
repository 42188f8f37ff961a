import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SignatureError, type SignatureFault } from "../aws/signature-parts.ts";
import { element, sendXml } from "./xml.ts";

/** An error of the S3 API Reference, "Error responses". */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What real S3 may do and this one does not: better a clear answer than a wrong one. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, "NotImplemented", `The local S3 does not implement ${what}.`);
}

/** Answers a call that failed; what is no S3Error is logged, and answered 500. */
export function answerError(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  // Nobody is left to answer, and a client that goes away is no fault of ours.
  if (request.socket.destroyed) return;
  if (response.headersSent) {
    console.error(cause);
    response.destroy();
    return;
  }
  const error = toS3Error(cause);
  // The rest of a body that nobody reads.
  request.resume();
  if (request.method === "HEAD") {
    response.writeHead(error.status);
    response.end();
    return;
  }
  const parts = [element("Code", error.code), element("Message", error.message)];
  const requestId = element("RequestId", randomBytes(8).toString("hex").toUpperCase());
  sendXml(response, error.status, element("Error", ...parts, requestId));
}

const SIGNATURE_ERRORS: Readonly<Record<SignatureFault, readonly [status: number, code: string]>> = {
  missing: [403, "AccessDenied"],
  malformed: [400, "AuthorizationHeaderMalformed"],
  "unknown key": [403, "InvalidAccessKeyId"],
  "unsigned header": [403, "AccessDenied"],
  mismatch: [403, "SignatureDoesNotMatch"],
  expired: [403, "AccessDenied"],
  skewed: [403, "RequestTimeTooSkewed"],
};

function toS3Error(cause: unknown): S3Error {
  if (cause instanceof S3Error) return cause;
  if (cause instanceof SignatureError) return new S3Error(...SIGNATURE_ERRORS[cause.fault], cause.message);
  console.error(cause);
  return new S3Error(500, "InternalError", "We encountered an internal error. Please try again.");
}
