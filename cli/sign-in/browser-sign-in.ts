import type { IncomingMessage, ServerResponse } from "node:http";
import * as oauth from "oauth4webapi";
import type { Issuer } from "./issuer.ts";
import { listenOnFirst } from "./listen.ts";
import { sendPage } from "./page.ts";
import { reasonOf } from "./reason-of.ts";

export type BrowserOptions = {
  readonly callbacks: readonly string[];
  /** Maximum time for a person to sign in. */
  readonly timeoutMs: number;
  readonly open: (address: string) => void;
  readonly say: (text: string) => void;
};

/**
 * Signs a person in through the browser: authorization code with PKCE, returned to a loopback address (RFC 8252).
 * @returns the tokens, with an ID token
 * @throws Error with a sentence for the person
 */
export async function signInWithBrowser(
  issuer: Issuer,
  { callbacks, timeoutMs, open, say }: BrowserOptions,
): Promise<oauth.TokenEndpointResponse> {
  const { callback, servers, close } = await listenOnFirst(callbacks);
  try {
    const request = await newRequest(issuer, callback);
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new Error(`Nobody signed in within ${timeoutMs / 60_000} minutes. Run the command again.`)),
        timeoutMs,
      );
      // A browser may send the request twice. The code is valid once, so both requests get the result of the first.
      let result: Promise<oauth.TokenEndpointResponse> | undefined;
      const handle = async (asked: IncomingMessage, response: ServerResponse) => {
        const [path = "", query = ""] = (asked.url ?? "").split("?");
        if (asked.method !== "GET" || path !== new URL(callback).pathname) {
          return sendPage(response, 404, "There is nothing here.");
        }
        const answer = new URLSearchParams(query);
        // Any page can send a browser here, so a wrong state must not end the sign-in that is under way.
        if (answer.get("state") !== request.state) {
          return sendPage(
            response,
            400,
            "This page belongs to another sign-in. Open the address that the command printed last.",
          );
        }
        clearTimeout(timer);
        result ??= request.finish(answer);
        try {
          const tokens = await result;
          await sendPage(response, 200, "You are signed in. You can close this page.");
          resolve(tokens);
        } catch (error) {
          const sentence = `You are not signed in: ${reasonOf(error)}`;
          await sendPage(response, 400, sentence);
          reject(new Error(sentence));
        }
      };
      for (const server of servers) server.on("request", handle);
      say(`To sign in, open this address in your browser:\n\n  ${request.address}\n`);
      open(request.address);
    });
  } finally {
    close();
  }
}

/**
 * A request to sign in (OpenID Connect Core 1.0, section 3.1.2.1). `address` is the page for the person, and `finish`
 * exchanges the issuer's response for tokens.
 */
async function newRequest({ server, client, scope, http }: Issuer, callback: string) {
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL(server.authorization_endpoint ?? "");
  const parameters = {
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: "code",
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return {
    address: address.href,
    state,
    async finish(answer: URLSearchParams): Promise<oauth.TokenEndpointResponse> {
      const valid = oauth.validateAuthResponse(server, client, answer, state);
      const response = await oauth.authorizationCodeGrantRequest(
        ...([server, client, oauth.None(), valid, callback, verifier, http] as const),
      );
      const expected = { expectedNonce: nonce, requireIdToken: true };
      return oauth.processAuthorizationCodeResponse(server, client, response, expected);
    },
  };
}
