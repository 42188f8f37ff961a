import type { IncomingMessage, ServerResponse } from "node:http";
import type { SigningKey } from "./signing-key.ts";

/** Path of the stack's OpenID Connect issuer, on the port of the API. */
export const issuerPath = "/_local/oidc";

/** The audience of the stack's tokens. */
export const audience = "wildlife-video-annotation";

/** The documents that an issuer publishes, by path: OpenID Connect Discovery and the key set (RFC 7517). */
export function issuerDocuments(issuer: string, { publicKey, kid }: SigningKey) {
  return {
    "/.well-known/openid-configuration": {
      issuer,
      jwks_uri: `${issuer}/jwks.json`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    },
    "/jwks.json": { keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" }] },
  };
}

/** Serves these documents and nothing else. No route returns a token, so no web page can get one. */
export function issuerHandler(issuer: string, key: SigningKey) {
  const documents = new Map<string, unknown>(Object.entries(issuerDocuments(issuer, key)));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const document = documents.get((request.url ?? "").split("?")[0]?.slice(issuerPath.length) ?? "");
    const found = request.method === "GET" && document !== undefined;
    response.writeHead(found ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(found ? document : { message: "Not found" }));
  };
}
