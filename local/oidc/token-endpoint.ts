import type { IncomingMessage, ServerResponse } from "node:http";
import type { Grants } from "./grants.ts";
import { audience } from "./issuer.ts";
import { readForm } from "./read-form.ts";
import { signToken } from "./sign-token.ts";
import type { SigningKey } from "./signing-key.ts";

/** Lifetime of an ID token. */
const tokenSeconds = 15 * 60;

type Options = {
  readonly issuer: string;
  readonly key: SigningKey;
  readonly grants: Grants;
};

/** The token endpoint (RFC 6749, section 3.2) for a public client: exchanges codes and refresh tokens for ID tokens. */
export function tokenEndpoint({ issuer, key, grants }: Options) {
  const { origin } = new URL(issuer);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, error: string, error_description: string) =>
      send(response, status, { error, error_description });
    // Browsers send the origin of the page that posts. Other programs send no Origin.
    const sender = request.headers.origin;
    if (sender !== undefined && sender !== origin) {
      return refuse(403, "invalid_request", `Only pages of ${origin} may ask for tokens, not ${sender}.`);
    }
    const form = await readForm(request);
    if (form === undefined) {
      return refuse(
        400,
        "invalid_request",
        "Send a form (application/x-www-form-urlencoded) of at most 10 kB.",
      );
    }
    const field = (name: string) => form.get(name) ?? "";
    if (field("client_id") !== audience) {
      return refuse(400, "invalid_client", `The client_id must be ${audience}.`);
    }
    const grantType = field("grant_type");
    if (grantType !== "authorization_code" && grantType !== "refresh_token") {
      return refuse(
        400,
        "unsupported_grant_type",
        "The grant_type must be authorization_code or refresh_token.",
      );
    }
    const given =
      grantType === "refresh_token"
        ? grants.refresh(field("refresh_token"))
        : grants.redeemCode(field("code"), field("redirect_uri"), field("code_verifier"));
    if (given === undefined) {
      return refuse(
        400,
        "invalid_grant",
        grantType === "refresh_token"
          ? "The refresh token is not valid: it was used before, or its 12 hours have passed. Sign in again."
          : "The code is not valid: it was used before, is older than 60 s, or belongs to another redirect_uri or code_verifier. Sign in again.",
      );
    }
    const { person, nonce, refreshToken } = given;
    send(response, 200, {
      token_type: "Bearer",
      expires_in: tokenSeconds,
      id_token: await signToken(key, { issuer, ...person, nonce, lifetimeSeconds: tokenSeconds }),
      // OAuth requires an access token. The service only accepts ID tokens, from any issuer.
      access_token: crypto.randomUUID(),
      refresh_token: refreshToken,
    });
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
