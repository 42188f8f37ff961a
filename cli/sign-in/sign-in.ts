import * as oauth from "oauth4webapi";
import { commandCallbacks } from "../../shared/domain/person/command-callbacks.ts";
import { type BrowserOptions, signInWithBrowser } from "./browser-sign-in.ts";
import { deploymentAddress, findIssuer, type Issuer } from "./issuer.ts";
import { keptToken, stateFolder } from "./kept-token.ts";
import { openBrowser } from "./open-browser.ts";
import { reasonOf } from "./reason-of.ts";

export type SignInOptions = Partial<BrowserOptions> & {
  /** `false` only prints the address. */
  readonly browser?: boolean;
  /** Folder for refresh tokens. */
  readonly folder?: string;
};

type Session = { readonly idToken: string; readonly endsMs: number; readonly subject: string };

/** An ID token is renewed this many milliseconds before it expires. */
const renewBeforeMs = 60_000;
const maxSignInMs = 5 * 60_000;

/**
 * Signs a person in, with the refresh token that an earlier command kept, or else through the browser.
 * @param base address of the deployment, with the stage
 * @returns a function that returns the bearer token, an ID token that is valid for a minute or longer. It renews the
 *   token when necessary; if the sign-in has ended, the person is asked to sign in again.
 * @throws Error with a sentence for the person, also from the returned function
 */
export async function signIn(base: string, options: SignInOptions = {}): Promise<() => Promise<string>> {
  const { browser = true, say = console.error, folder = stateFolder() } = options;
  const deployment = deploymentAddress(base);
  const issuer = await findIssuer(deployment);
  const kept = keptToken(deployment, folder, say);

  /**
   * Exchanges the refresh token. Returns `undefined` without a valid one. A refresh token is valid once, so two commands must
   * not use the same one.
   */
  const renew = () =>
    kept.alone(async () => {
      const refreshToken = kept.read(issuer);
      if (refreshToken === undefined) return undefined;
      const tokens = await refresh(issuer, refreshToken);
      if (tokens === undefined) {
        kept.remove();
        return undefined;
      }
      kept.replace(issuer, tokens.refresh_token ?? refreshToken);
      return sessionOf(tokens, issuer);
    });

  const ask = async () => {
    const tokens = await signInWithBrowser(issuer, {
      callbacks: options.callbacks ?? commandCallbacks,
      timeoutMs: options.timeoutMs ?? maxSignInMs,
      open: browser ? (options.open ?? openBrowser) : () => {},
      say,
    });
    const { refresh_token: refreshToken } = tokens;
    if (refreshToken !== undefined) await kept.alone(async () => kept.replace(issuer, refreshToken));
    const session = sessionOf(tokens, issuer);
    if (session === undefined) throw new Error(`The issuer ${issuer.server.issuer} sent no ID token.`);
    return session;
  };

  let session = (await renew()) ?? (await ask());
  const next = async () => {
    const renewed = (await renew()) ?? (await ask());
    // Another person may have signed in on this computer since then, and one command must not act for two people.
    if (renewed.subject !== session.subject) {
      throw new Error(
        "Another person has signed in on this computer in the meantime. Run the command again.",
      );
    }
    session = renewed;
  };
  let renewal: Promise<void> | undefined;
  return async () => {
    if (session.endsMs - Date.now() < renewBeforeMs) {
      renewal ??= next().finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return session.idToken;
  };
}

/** Forgets the sign-in of a deployment on this computer. */
export async function signOut(base: string, { folder = stateFolder() } = {}): Promise<void> {
  const kept = keptToken(deploymentAddress(base), folder, () => {});
  await kept.alone(async () => kept.remove());
}

/** `undefined` if the issuer says that the refresh token is no longer valid. */
async function refresh(issuer: Issuer, refreshToken: string) {
  const { server, client, http } = issuer;
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, http);
    return await oauth.processRefreshTokenResponse(server, client, response);
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && [400, 401, 403].includes(error.status)) return undefined;
    throw new Error(`The sign-in cannot be renewed: ${reasonOf(error)}`);
  }
}

/** `undefined` without an ID token: an issuer may leave it out when it renews (OpenID Connect Core 1.0, section 12.2). */
function sessionOf(tokens: oauth.TokenEndpointResponse, { skewMs }: Issuer): Session | undefined {
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (tokens.id_token === undefined || claims === undefined) return undefined;
  return { idToken: tokens.id_token, endsMs: claims.exp * 1000 - skewMs, subject: claims.sub };
}
