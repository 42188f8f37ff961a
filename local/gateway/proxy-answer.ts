import { type IncomingHttpHeaders, validateHeaderName, validateHeaderValue } from "node:http";
import { gzipSync } from "node:zlib";
import * as z from "zod/mini";
import type { RestApi } from "../template/rest-api.ts";
import { firstAccepted, isBinary, prefersGzip } from "./media-types.ts";

export type HttpAnswer = {
  status: number;
  /** Values by name. Each value becomes a separate header line. */
  headers: Readonly<Record<string, readonly string[]>>;
  body: Buffer;
};

/**
 * Converts a function's response to HTTP (API Gateway Developer Guide, "Output format of a Lambda function for proxy
 * integration"). Every field is optional, and unknown fields are errors.
 *
 * @returns the error as text if API Gateway would call the response malformed
 */
export function proxyAnswer(
  payload: unknown,
  request: IncomingHttpHeaders,
  api: RestApi,
): HttpAnswer | string {
  const parsed = ProxyAnswer.safeParse(payload);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { statusCode, body, isBase64Encoded } = parsed.data;
  const headers = mergedHeaders(parsed.data.headers ?? {}, parsed.data.multiValueHeaders ?? {});
  if (typeof headers === "string") return headers;
  const decodes =
    isBase64Encoded &&
    (api.binaryMediaTypes.includes("*/*") || isBinary(api.binaryMediaTypes, firstAccepted(request.accept)));
  const plain = Buffer.from(body ?? "", decodes ? "base64" : "utf8");
  const answer = { status: statusCode, headers: Object.fromEntries(headers.values()), body: plain };
  const compresses =
    api.minimumCompressionSizeBytes !== undefined &&
    plain.length >= api.minimumCompressionSizeBytes &&
    plain.length > 0 &&
    !headers.has("content-encoding") &&
    prefersGzip(request["accept-encoding"]?.toString());
  if (!compresses) return answer;
  return { ...answer, headers: { ...answer.headers, "Content-Encoding": ["gzip"] }, body: gzipSync(plain) };
}

const HeaderValue = z.pipe(z.union([z.string(), z.boolean()]), z.transform(String));
const ProxyAnswer = z.strictObject({
  statusCode: z._default(z.coerce.number().check(z.int(), z.gte(200), z.lte(599)), 200),
  headers: z.nullish(z.record(z.string(), HeaderValue)),
  multiValueHeaders: z.nullish(z.record(z.string(), z.array(HeaderValue))),
  body: z.nullish(z.string()),
  isBase64Encoded: z._default(z.boolean(), false),
});

/** Headers that only the gateway sets: those that frame the message, and its request ids. */
const gatewayHeaders = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "server",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-amz-apigw-id",
  "x-amzn-requestid",
]);

type Headers = Map<string, [name: string, values: string[]]>;

/** Merges both maps, by lower-case name. A value that both maps have for the same name appears once. */
function mergedHeaders(
  single: Readonly<Record<string, string>>,
  multiple: Readonly<Record<string, string[]>>,
): Headers | string {
  const merged: Headers = new Map();
  const add = (name: string, value: string): void => {
    const lower = name.toLowerCase();
    if (gatewayHeaders.has(lower)) return;
    const [spelling, values] = merged.get(lower) ?? [name, []];
    merged.set(lower, [spelling, [...values, value]]);
  };
  try {
    for (const [name, values] of Object.entries(multiple)) {
      for (const value of values) add(...valid(name, value));
    }
    for (const [name, value] of Object.entries(single)) {
      if (!merged.get(name.toLowerCase())?.[1].includes(value)) add(...valid(name, value));
    }
  } catch (error) {
    return String(error);
  }
  if (!merged.has("content-type")) merged.set("content-type", ["Content-Type", ["application/json"]]);
  return merged;
}

function valid(name: string, value: string): [string, string] {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return [name, value];
}
