import * as oauth from "oauth4webapi";
import { serviceUrl } from "../deployment.ts";

/** Laptops in the field have wrong clocks. The service checks by its own clock whether a token has ended. */
const clockToleranceSeconds = 24 * 3600;

/** The issuer that signs people in, as the service and the issuer's discovery document describe it. */
export type Issuer = {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly scope: string;
  /** The page's own address, to which the issuer returns. */
  readonly redirectUri: string;
  readonly options: { readonly [oauth.allowInsecureRequests]?: boolean };
};

/** @throws Error if the service or the issuer cannot be reached, or the issuer is another one */
export async function findIssuer(): Promise<Issuer> {
  const response = await fetch(`${serviceUrl}/app/settings`);
  if (!response.ok) throw new Error(`The service answers ${response.status}.`);
  const settings: { issuer: string; client_id: string; scope: string } = await response.json();
  const issuer = new URL(settings.issuer);
  // The issuer of the local stack uses plain http, on this computer only.
  const options = { [oauth.allowInsecureRequests]: issuer.hostname === "127.0.0.1" };
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  return {
    server,
    client: { client_id: settings.client_id, [oauth.clockTolerance]: clockToleranceSeconds },
    scope: settings.scope,
    redirectUri: location.origin + location.pathname,
    options,
  };
}

/** A request to sign in, and what its answer must match. Holds no token. */
export type Pending = { readonly verifier: string; readonly state: string; readonly nonce: string };

/**
 * Begins to sign in: authorization code with PKCE (RFC 7636).
 * @param statePrefix marks the answer, so that the page knows what it is for
 */
export async function newRequest(issuer: Issuer, statePrefix = "", prompt?: string) {
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: statePrefix + oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  };
  const address = new URL(issuer.server.authorization_endpoint ?? issuer.server.issuer);
  const fields = {
    client_id: issuer.client.client_id,
    redirect_uri: issuer.redirectUri,
    response_type: "code",
    scope: issuer.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    ...(prompt === undefined ? {} : { prompt }),
  };
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return { address: address.href, pending };
}

/** Who signed in, and until when. */
export type Tokens = {
  /** The bearer token of requests to the service. */
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  /** The person at the issuer. */
  readonly subject: string;
  readonly email: string;
  /** When the next tokens are needed, by this computer's clock, in milliseconds since 1970. */
  readonly renewMs: number;
};

/**
 * Exchanges the code of an answer.
 * @throws Error if the answer does not match the request, or the issuer refuses
 */
export async function redeem(issuer: Issuer, answer: URLSearchParams, pending: Pending): Promise<Tokens> {
  const { server, client, redirectUri, options } = issuer;
  const checked = oauth.validateAuthResponse(server, client, answer, pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    ...([server, client, oauth.None(), checked, redirectUri, pending.verifier, options] as const),
  );
  return tokensOf(
    await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    }),
  );
}

/** The next tokens, for a refresh token. @throws Error like `redeem` */
export async function refresh({ server, client, options }: Issuer, refreshToken: string): Promise<Tokens> {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
  const next = tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
  // Issuers that do not rotate refresh tokens send none here.
  return { ...next, refreshToken: next.refreshToken ?? refreshToken };
}

function tokensOf(response: oauth.TokenEndpointResponse): Tokens {
  const claims = oauth.getValidatedIdTokenClaims(response);
  if (claims === undefined || response.id_token === undefined) {
    throw new Error("The sign-in service sent no ID token.");
  }
  return {
    idToken: response.id_token,
    refreshToken: response.refresh_token,
    subject: claims.sub,
    email: typeof claims["email"] === "string" ? claims["email"] : claims.sub,
    renewMs: Date.now() + renewalAfterMs((claims.exp - claims.iat) * 1000),
  };
}

/**
 * How long after it was given a token is renewed: a minute before its end, or after half its life if it is short. It
 * counts the life, since this computer's clock may be wrong.
 */
function renewalAfterMs(lifeMs: number): number {
  return Math.max(lifeMs - 60_000, lifeMs / 2);
}
