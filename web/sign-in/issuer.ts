import * as oauth from "oauth4webapi";
import { serviceUrl } from "../deployment.ts";

/**
 * Tolerance for wrong clocks of laptops in the field. The service checks by its own clock whether a token has expired.
 */
const clockToleranceSeconds = 24 * 3600;

/** The issuer, from the service and the issuer's discovery document. */
export type Issuer = {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly scope: string;
  /** The page's own address, to which the issuer redirects. */
  readonly redirectUri: string;
  readonly options: { readonly [oauth.allowInsecureRequests]?: boolean };
};

/**
 * Finds the issuer. @throws Error if the service or the issuer cannot be reached, or if the names of the issuer differ
 */
export async function findIssuer(): Promise<Issuer> {
  const response = await fetch(`${serviceUrl}/app/settings`);
  if (!response.ok) throw new Error(`The service returned status ${response.status}.`);
  const settings: { issuer: string; client_id: string; scope: string } = await response.json();
  const issuer = new URL(settings.issuer);
  // The local stack's issuer uses plain http, but only on this machine.
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

/** The values of a request that its response must match. Contains no token. */
export type Pending = { readonly verifier: string; readonly state: string; readonly nonce: string };

/**
 * Makes a sign-in request: authorization code with PKCE (RFC 7636).
 * @param statePrefix marks the response, so that the page knows its purpose
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

/** The tokens of a person who has signed in. */
export type Tokens = {
  /** The bearer token for requests to the service. */
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  /** The person's id at the issuer. */
  readonly subject: string;
  readonly email: string;
  /** Time at which the tokens should be renewed, by this computer's clock, in milliseconds since 1970. */
  readonly renewMs: number;
};

/**
 * Exchanges the code of a response for tokens.
 * @throws Error if the response does not match the request, or the issuer refuses
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

/** Exchanges a refresh token for new tokens. @throws Error like `redeem` */
export async function refresh({ server, client, options }: Issuer, refreshToken: string): Promise<Tokens> {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
  const next = tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
  // Issuers without rotation of refresh tokens return none here.
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
 * Returns the time until a token's renewal: a minute before its end, or half its lifetime if it is short. The time is
 * relative to the token's arrival, because this computer's clock may be wrong.
 */
function renewalAfterMs(lifeMs: number): number {
  return Math.max(lifeMs - 60_000, lifeMs / 2);
}
