import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "../http/loopback-server.ts";
import type { Grants } from "./grants.ts";
import { audience } from "./issuer.ts";
import { nameFromEmail } from "./name-from-email.ts";
import { readForm } from "./read-form.ts";
import type { Sessions } from "./sessions.ts";
import { type Person, sendRefusal, sendSignInPage } from "./sign-in-page.ts";
import type { SignInCookie } from "./start-endpoint.ts";

type Options = {
  readonly issuer: string;
  readonly cookie: SignInCookie;
  readonly redirectUris: readonly string[];
  readonly people: () => readonly Person[];
  readonly grants: Grants;
  readonly sessions: Sessions;
};

/** A valid request to sign in (OpenID Connect Core 1.0, section 3.1.2.1). */
type SignInRequest = {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** `none`: respond without asking the person. `always`: ask the person even if there is a session. */
  readonly prompt: "none" | "always" | undefined;
};

/**
 * Creates the authorization endpoint. `choose` shows the list of people. `grant` sends a code for the chosen person
 * back. For the stack's own pages, a person who has a session is not asked again.
 */
export function authorizeEndpoint(options: Options) {
  const { issuer, cookie, redirectUris, people, grants, sessions } = options;
  const { origin } = new URL(issuer);

  /** Reads a request. For an invalid request, returns the status and the reason, because it must not be redirected. */
  function read(request: IncomingMessage): SignInRequest | { readonly status: number; readonly why: string } {
    if (!cookie.isIn(request)) {
      return {
        status: 403,
        why: "First open the sign-in link that npm start printed. Then reload this page.",
      };
    }
    const query = new URL(request.url ?? "/", origin).searchParams;
    const value = (name: string) => query.get(name) ?? undefined;
    const [redirectUri = "", challenge = ""] = [value("redirect_uri"), value("code_challenge")];
    const wrong = (why: string) => ({ status: 400, why });
    if (value("client_id") !== audience) return wrong(`The client_id must be ${audience}.`);
    if (!redirectUris.includes(redirectUri)) {
      return wrong(`The redirect_uri must be one of: ${redirectUris.join(", ")}.`);
    }
    if (value("response_type") !== "code") return wrong("The response_type must be code.");
    if (!value("scope")?.split(" ").includes("openid")) return wrong("The scope must contain openid.");
    if (value("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge)) {
      return wrong("The request must use PKCE: a code_challenge of 43 characters, by the method S256.");
    }
    const given = value("prompt");
    const prompt = given === undefined ? undefined : given === "none" ? "none" : "always";
    return { redirectUri, challenge, state: value("state"), nonce: value("nonce"), prompt };
  }

  function answer(response: ServerResponse, asked: SignInRequest, fields: Record<string, string>): void {
    const url = new URL(asked.redirectUri);
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    // The name of the issuer, so that a client of several issuers cannot mistake one for another (RFC 9207).
    url.searchParams.set("iss", issuer);
    if (asked.state !== undefined) url.searchParams.set("state", asked.state);
    response.writeHead(303, { Location: url.href }).end();
  }

  /**
   * Returns true for pages of the stack. Only they use sessions: another user of this machine could listen at the
   * callback address of a command, and send a browser with a session here to get a code.
   */
  function isOwnPage({ redirectUri }: SignInRequest): boolean {
    return new URL(redirectUri).origin === origin;
  }

  function codeFor(asked: SignInRequest, email: string): string {
    const known = people().find((person) => person.email === email);
    return grants.giveCode({ ...asked, person: { email, name: known?.name ?? nameFromEmail(email) } });
  }

  const choose: Handler = (request, response) => {
    const asked = read(request);
    if ("why" in asked) return sendRefusal(response, asked.status, asked.why);
    const email = isOwnPage(asked) && asked.prompt !== "always" ? sessions.emailOf(request) : undefined;
    if (email !== undefined) return answer(response, asked, { code: codeFor(asked, email) });
    if (asked.prompt === "none") return answer(response, asked, { error: "login_required" });
    sendSignInPage(response, people(), asked.redirectUri);
  };

  const grant: Handler = async (request, response) => {
    const asked = read(request);
    if ("why" in asked) return sendRefusal(response, asked.status, asked.why);
    if (request.headers.origin !== origin) {
      return sendRefusal(response, 403, `Only the sign-in page of ${origin} may send this form.`);
    }
    const email = (await readForm(request))?.get("email")?.trim() ?? "";
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      return sendRefusal(
        response,
        400,
        "Choose a person, or type an e-mail address such as you@example.org.",
      );
    }
    if (isOwnPage(asked)) response.setHeader("Set-Cookie", sessions.begin(request, email));
    answer(response, asked, { code: codeFor(asked, email) });
  };

  return { choose, grant };
}
