import type { SigningKey } from "./signing-key.ts";

/** Path of the stack's OpenID Connect issuer, on the port of the API. */
export const issuerPath = "/_local/oidc";

/** The audience of the stack's tokens, and the id of the one client that signs people in. */
export const audience = "wildlife-video-annotation";

/** Path of the document that OpenID Connect Discovery 1.0 defines. */
export const discoveryPath = "/.well-known/openid-configuration";

/** Returns an issuer's public documents, by path: OpenID Connect Discovery and the key set (RFC 7517). */
export function issuerDocuments(issuer: string, { publicKey, kid }: SigningKey) {
  return {
    [discoveryPath]: {
      issuer,
      jwks_uri: `${issuer}/jwks.json`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    },
    "/jwks.json": { keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" }] },
  };
}

/** Returns the additional fields of the discovery document of an issuer where people can sign in with a browser. */
export function signInMetadata(issuer: string) {
  return {
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/end-session`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    prompt_values_supported: ["none", "login", "select_account"],
    scopes_supported: ["openid", "email", "profile"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}
