import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SignatureError, type SignatureProblem } from "../aws/signature-parts.ts";
import { element, sendXml } from "./xml.ts";

/** An error from the S3 API Reference, "Error responses". */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The error for a feature of S3 that the local S3 does not have. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, "NotImplemented", `The local S3 does not implement ${what}.`);
}

/** Sends the error response of a failed call. Logs an error of another type, and sends 500 for it. */
export function sendError(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  // The client has closed the connection.
  if (request.socket.destroyed) return;
  if (response.headersSent) {
    console.error(cause);
    response.destroy();
    return;
  }
  const error = toS3Error(cause);
  // Discards the rest of the body.
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

const SIGNATURE_ERRORS: Readonly<Record<SignatureProblem, readonly [status: number, code: string]>> = {
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
  if (cause instanceof SignatureError) return new S3Error(...SIGNATURE_ERRORS[cause.problem], cause.message);
  console.error(cause);
  return new S3Error(500, "InternalError", "We encountered an internal error. Please try again.");
}
