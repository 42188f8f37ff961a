import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { S3Error } from "./s3-error.ts";

export type CorsRule = z.infer<typeof Rule>;

/**
 * Reads the resolved `CorsConfiguration` of an `AWS::S3::Bucket`. Without one, no web page may use the bucket.
 *
 * @throws Error for an invalid configuration
 */
export function readCorsRules(configuration: unknown): readonly CorsRule[] {
  return configuration === undefined ? [] : Configuration.parse(configuration).CorsRules;
}

/**
 * Sets the CORS headers of the first rule that allows this request from the page's origin (S3 User Guide, "How does
 * Amazon S3 evaluate the CORS configuration on a bucket?"). Sets no headers if no rule allows it.
 *
 * @returns true if the request was a preflight, to which the response has been sent
 * @throws S3Error 403 for a preflight that no rule allows
 */
export function applyCors(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  const preflight = request.method === "OPTIONS";
  const method = preflight ? request.headers["access-control-request-method"] : request.method;
  const requestedHeaders = preflight ? words(request.headers["access-control-request-headers"]) : [];
  const rule =
    origin === undefined
      ? undefined
      : rules.find(
          (each) =>
            each.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
            each.AllowedMethods.some((allowed) => allowed === method) &&
            requestedHeaders.every((name) => each.AllowedHeaders?.some((pattern) => matches(pattern, name))),
        );
  if (!rule) {
    if (!preflight) return false;
    throw new S3Error(403, "AccessForbidden", "CORSResponse: This CORS request is not allowed.");
  }
  const anyOrigin = rule.AllowedOrigins.includes("*");
  response.setHeader("access-control-allow-origin", anyOrigin ? "*" : (origin ?? ""));
  if (!anyOrigin) response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("access-control-allow-methods", rule.AllowedMethods.join(", "));
  response.setHeader("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
  if (rule.ExposedHeaders)
    response.setHeader("access-control-expose-headers", rule.ExposedHeaders.join(", "));
  if (rule.MaxAge !== undefined) response.setHeader("access-control-max-age", rule.MaxAge);
  if (requestedHeaders.length > 0)
    response.setHeader("access-control-allow-headers", requestedHeaders.join(", "));
  if (preflight) response.end();
  return preflight;
}

const Rule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.enum(["GET", "PUT", "HEAD", "POST", "DELETE"])),
  AllowedHeaders: z.optional(z.array(z.string())),
  ExposedHeaders: z.optional(z.array(z.string())),
  MaxAge: z.optional(z.number()),
});
const Configuration = z.object({ CorsRules: z.array(Rule) });

function words(header: string | undefined): string[] {
  return (header ?? "").split(",").flatMap((word) => word.trim().toLowerCase() || []);
}

/** The pattern may contain one `*`, which matches any characters. */
function matches(pattern: string, text: string): boolean {
  const [start = "", end] = pattern.toLowerCase().split("*");
  const lower = text.toLowerCase();
  if (end === undefined) return start === lower;
  return lower.length >= start.length + end.length && lower.startsWith(start) && lower.endsWith(end);
}
