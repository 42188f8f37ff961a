import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isBinary } from "./media-types.ts";
import type { RequestContext } from "./request-context.ts";
import type { RouteMatch } from "./route-match.ts";

/**
 * Returns the event of a Lambda proxy integration (API Gateway Developer Guide, "Input format of a Lambda function for
 * proxy integration"). Header names keep their case. For a repeated name, the single-value maps have the last value.
 * Query keys and values are percent-decoded, the path is not.
 *
 * @param parts `path` below the stage and `query` without the question mark, both as sent
 */
export function proxyEvent(
  request: IncomingMessage,
  context: RequestContext,
  { route, pathParameters }: RouteMatch,
  parts: { path: string; query: string; body: Buffer; binaryMediaTypes: readonly string[] },
) {
  const headers = forwardedHeaders(request, context);
  const query = multiMap(new URLSearchParams(parts.query), (name) => name);
  const binary = parts.body.length > 0 && isBinary(parts.binaryMediaTypes, request.headers["content-type"]);
  return {
    resource: route.path,
    path: parts.path,
    httpMethod: context.httpMethod,
    headers: lastValues(headers),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters: orNull(lastValues(query)),
    multiValueQueryStringParameters: orNull(Object.fromEntries(query)),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
    requestContext: { ...context, resourceId: resourceIdOf(route.path), resourcePath: route.path },
    body: parts.body.length === 0 ? null : parts.body.toString(binary ? "base64" : "utf8"),
    isBase64Encoded: binary,
  };
}

/** Returns an id in the form of API Gateway's resource ids. */
function resourceIdOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 6);
}

/** Headers of the connection, which a gateway does not forward (RFC 9110, section 7.6.1). */
const droppedHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

type MultiMap = Map<string, string[]>;

function forwardedHeaders(request: IncomingMessage, context: RequestContext): MultiMap {
  const sent: [string, string][] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    sent.push([request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? ""]);
  }
  const kept = sent.filter(([name]) => {
    const lower = name.toLowerCase();
    return !droppedHeaders.has(lower) && !/^x-forwarded-(for|port|proto)$/.test(lower);
  });
  const headers = multiMap(kept, (name) => name.toLowerCase());
  const sentFor = request.headers["x-forwarded-for"];
  const { sourceIp } = context.identity;
  headers.set("X-Forwarded-For", [sentFor === undefined ? sourceIp : `${sentFor}, ${sourceIp}`]);
  headers.set("X-Forwarded-Port", [String(request.socket.localPort ?? 80)]);
  headers.set("X-Forwarded-Proto", ["http"]);
  return headers;
}

/** Groups values by key, under the first spelling of the name. */
function multiMap(entries: Iterable<[string, string]>, keyOf: (name: string) => string): MultiMap {
  const spellings = new Map<string, string>();
  const map: MultiMap = new Map();
  for (const [name, value] of entries) {
    const spelling = spellings.get(keyOf(name)) ?? name;
    spellings.set(keyOf(name), spelling);
    map.set(spelling, [...(map.get(spelling) ?? []), value]);
  }
  return map;
}

function lastValues(map: MultiMap): Record<string, string> {
  return Object.fromEntries([...map].map(([name, values]) => [name, values.at(-1) ?? ""]));
}

function orNull<T extends object>(map: T): T | null {
  return Object.keys(map).length === 0 ? null : map;
}
