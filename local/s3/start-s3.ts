import type { IncomingMessage, ServerResponse } from "node:http";
import { readTarget } from "../aws/http-request.ts";
import type { Principals } from "../aws/principals.ts";
import { verifySignature } from "../aws/signature.ts";
import { type LoopbackServer, listenLoopback } from "../http/loopback-server.ts";
import { applyCors, type CorsRule, readCorsRules } from "./cors.ts";
import { runCall } from "./routes.ts";
import type { S3Call } from "./s3-call.ts";
import { S3Error, sendError } from "./s3-error.ts";
import { openStore, type Store } from "./store.ts";

export type BucketConfig = {
  name: string;
  /** The resolved `CorsConfiguration` of an `AWS::S3::Bucket`, if it has one. */
  corsConfiguration?: unknown;
};

/**
 * Opens the local S3. It supports the part of S3 that the service uses, with path-style URLs only (`/bucket/key`).
 *
 * Each request must be signed, in its header or its URL, and is checked against its signer's policies. The buckets are
 * fixed: no request can create one.
 *
 * @param options.directory folder for the objects, created when it is missing
 * @throws Error with a sentence for the user: directory in use by another stack, or port in use
 */
export async function startS3(options: {
  directory: string;
  buckets: readonly BucketConfig[];
  principals: Principals;
  port?: number | undefined;
}): Promise<LoopbackServer> {
  const buckets = new Map(options.buckets.map((each) => [each.name, readCorsRules(each.corsConfiguration)]));
  const store = openStore(options.directory);
  const running = new Set<Promise<void>>();
  const handler = async (request: IncomingMessage, response: ServerResponse) => {
    const call = handle(request, response, { buckets, store, principals: options.principals }).catch(
      (error: unknown) => sendError(request, response, error),
    );
    running.add(call);
    await call;
    running.delete(call);
  };
  try {
    const server = await listenLoopback({ port: options.port ?? 0, variable: "S3_PORT", handler });
    return {
      ...server,
      async close() {
        await server.close();
        await Promise.all(running);
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

type Parts = { buckets: ReadonlyMap<string, readonly CorsRule[]>; store: Store; principals: Principals };

async function handle(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const target = readTarget(request);
  if (!target) throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI.");
  const [, first = "", ...rest] = target.path.split("/");
  const bucket = decoded(first);
  const corsRules = parts.buckets.get(bucket);
  // This comes before all other checks, because pages may read errors, and because a preflight has no signature.
  if (applyCors(corsRules ?? [], request, response)) return;

  const key = readKey(rest.join("/"));

  const query = new Map(target.query);
  const payloadHash = readPayloadHash(request, query);
  const { principal, presigned, signedHeaders, chain } = verifySignature({
    request,
    service: "s3",
    payloadHash,
    principalOf: parts.principals.byAccessKeyId,
    nowMs: Date.now(),
  });
  if (presigned) checkContentHeaders(request, signedHeaders);
  if (bucket === "") throw new S3Error(501, "NotImplemented", "The local S3 does not list buckets.");
  if (!corsRules) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
  const call: S3Call = {
    request,
    response,
    bucket,
    key,
    query,
    headers: presigned ? { ...plainHeaders(request), ...headersInQuery(query) } : plainHeaders(request),
    payloadHash,
    chain,
    store: parts.store,
    nowMs: Date.now(),
    denial: (action, resource) => parts.principals.denial(principal, action, resource),
  };
  await runCall(call);
}

/** Maximum length of a key (S3 User Guide, "Object key naming"). */
const MAX_KEY_BYTES = 1024;

function readKey(text: string): string {
  const key = decoded(text);
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return key;
  throw new S3Error(400, "KeyTooLongError", "Your key is too long");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI.");
  }
}

/**
 * Rejects a presigned PUT with an unsigned Content-Encoding or Content-Disposition. S3 accepts both and stores them
 * with the object, although the signer did not choose them. The local S3 is stricter, so that no client depends on
 * headers that the service did not sign. Cache-Control is accepted, because `fetch` adds it to a request with
 * If-None-Match.
 */
function checkContentHeaders({ method, headers }: IncomingMessage, signed: readonly string[]): void {
  if (method !== "PUT") return;
  const unsigned = ["content-encoding", "content-disposition"].find(
    (name) => headers[name] !== undefined && !signed.includes(name),
  );
  if (unsigned === undefined) return;
  throw new S3Error(403, "AccessDenied", `There were headers present which were not signed: ${unsigned}`);
}

function readPayloadHash(request: IncomingMessage, query: ReadonlyMap<string, string>): string {
  const header = request.headers["x-amz-content-sha256"];
  if (typeof header === "string") return header;
  return query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD";
}

function plainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : value,
    ]),
  );
}

/** Returns the x-amz parameters in the query of a presigned URL. S3 treats them as headers. */
function headersInQuery(query: ReadonlyMap<string, string>): Record<string, string> {
  const lower = [...query].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => name.startsWith("x-amz-")));
}
