import { type HttpRequest, readTarget, type Target } from "./http-request.ts";

export type SignatureParts = Target & {
  presigned: boolean;
  accessKeyId: string;
  /** Day of the credential scope, `YYYYMMDD`. */
  day: string;
  region: string;
  service: string;
  /** Time of the signature, `YYYYMMDDTHHMMSSZ`. */
  date: string;
  signedHeaders: readonly string[];
  signature: string;
};

export type SignatureProblem =
  | "missing"
  | "malformed"
  | "unknown key"
  | "unsigned header"
  | "mismatch"
  | "expired"
  | "skewed";

/** The error for an invalid signature. Each service has its own error code for each problem. */
export class SignatureError extends Error {
  readonly problem: SignatureProblem;
  constructor(problem: SignatureProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_S = 7 * 24 * 3600;

/**
 * Parses the signature of a request and checks its time (S3 API Reference, "Authenticating requests"). The clock skew
 * must be at most 15 minutes. The lifetime of a presigned URL must be 1 to 604,800 seconds.
 *
 * @throws SignatureError
 */
export function readSignatureParts(request: HttpRequest, nowMs: number): SignatureParts {
  const target = readTarget(request);
  if (!target) throw new SignatureError("malformed", "The query string is not valid UTF-8.");
  const { path, query } = target;
  const inQuery = new Map(query);
  const { authorization } = request.headers;
  const presigned = inQuery.has("X-Amz-Signature");
  if (authorization === undefined && !presigned)
    throw new SignatureError("missing", "The request is not signed.");
  if (authorization !== undefined && presigned) {
    throw new SignatureError(
      "malformed",
      "Send either the Authorization header or X-Amz-Signature, not both.",
    );
  }
  const field = presigned
    ? (name: string) => inQuery.get(`X-Amz-${name}`)
    : headerFields(authorization ?? "");
  const algorithm = field("Algorithm");
  const [accessKeyId, day, region, service, end, ...more] = field("Credential")?.split("/") ?? [];
  const signature = field("Signature");
  const signedHeaders = field("SignedHeaders")?.split(";") ?? [];
  const date = presigned ? field("Date") : headerText(request, "x-amz-date");
  if (algorithm !== "AWS4-HMAC-SHA256" || end !== "aws4_request" || more.length > 0) {
    throw new SignatureError("malformed", "The signature is not a complete AWS Signature Version 4.");
  }
  if (!accessKeyId || !day || !region || !service || !signature || !date?.startsWith(day)) {
    throw new SignatureError(
      "malformed",
      "The credential scope is incomplete, or its date differs from the date of the request.",
    );
  }
  if (!signedHeaders.includes("host"))
    throw new SignatureError("malformed", "The host header must be signed.");
  checkTime(date, presigned ? (field("Expires") ?? "") : undefined, nowMs);
  return { presigned, accessKeyId, day, region, service, date, signedHeaders, signature, path, query };
}

function checkTime(date: string, expires: string | undefined, nowMs: number): void {
  const signedMs = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (Number.isNaN(signedMs))
    throw new SignatureError("malformed", "The date of the signature is not valid.");
  if (expires === undefined) {
    if (Math.abs(nowMs - signedMs) <= MAX_SKEW_MS) return;
    throw new SignatureError(
      "skewed",
      "The difference between the request time and the current time is too large.",
    );
  }
  const expiresS = /^\d+$/.test(expires) ? Number(expires) : 0;
  if (expiresS < 1 || expiresS > MAX_EXPIRY_S) {
    throw new SignatureError("malformed", `X-Amz-Expires must be between 1 and ${MAX_EXPIRY_S} seconds.`);
  }
  if (signedMs - nowMs > MAX_SKEW_MS) throw new SignatureError("skewed", "Request is not yet valid");
  if (nowMs >= signedMs + expiresS * 1000) throw new SignatureError("expired", "Request has expired");
}

/** Parses `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`. */
function headerFields(authorization: string): (name: string) => string | undefined {
  const [algorithm = "", ...rest] = authorization.split(" ");
  const fields = new Map([["Algorithm", algorithm]]);
  for (const field of rest.join(" ").split(",")) {
    const at = field.indexOf("=");
    fields.set(field.slice(0, at).trim(), field.slice(at + 1).trim());
  }
  return (name) => fields.get(name);
}

function headerText(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
