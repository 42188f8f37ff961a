import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "../http/loopback-server.ts";
import { authorizeEndpoint } from "./authorize-endpoint.ts";
import { endSessionEndpoint } from "./end-session-endpoint.ts";
import { createGrants } from "./grants.ts";
import { discoveryPath, issuerDocuments, issuerPath, signInMetadata } from "./issuer.ts";
import { createSessions } from "./sessions.ts";
import type { Person } from "./sign-in-page.ts";
import type { SigningKey } from "./signing-key.ts";
import { signInCookie, startEndpoint } from "./start-endpoint.ts";
import { tokenEndpoint } from "./token-endpoint.ts";

export type IssuerOptions = {
  /** URL of the issuer: the stack's origin and `issuerPath`. */
  readonly issuer: string;
  readonly key: SigningKey;
  /** The secret in the link that `npm start` prints. */
  readonly startKey: string;
  /** URL of the page that the link opens. The page then starts the sign-in. */
  readonly startPage: string;
  /** The addresses to which a code may be sent back. */
  readonly redirectUris: readonly string[];
  /** The people to choose from. */
  readonly people: () => readonly Person[];
  /** The time in milliseconds, for tests. */
  readonly now?: () => number;
};

/**
 * Serves the OpenID Connect issuer of the local stack: its documents, and sign-in with a browser by authorization code
 * with PKCE (RFC 7636). `/authorize` requires the cookie of the link that `npm start` prints, and codes are sent only
 * to the addresses in `redirectUris`. So no page of another site and no other user of this machine gets a token.
 */
export function issuerHandler(options: IssuerOptions): Handler {
  const { issuer, key, startKey, startPage, redirectUris, people, now } = options;
  const { origin, host } = new URL(issuer);
  const grants = createGrants(now);
  const cookie = signInCookie(origin, startKey);
  const sessions = createSessions(origin);
  const { choose, grant } = authorizeEndpoint({ issuer, cookie, redirectUris, people, grants, sessions });
  const signIn: Record<string, Handler> = {
    "GET /start": startEndpoint({ startKey, startPage, cookie }),
    "GET /authorize": choose,
    "POST /authorize": grant,
    "GET /end-session": endSessionEndpoint({ origin, redirectUris, sessions }),
    "POST /token": tokenEndpoint({ issuer, key, grants }),
  };
  const documents: Record<string, object> = issuerDocuments(issuer, key);
  const discovery = { ...documents[discoveryPath], ...signInMetadata(issuer) };
  const published = new Map(Object.entries({ ...documents, [discoveryPath]: discovery }));

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "").split("?")[0]?.slice(issuerPath.length) ?? "";
    const route = `${request.method} ${path}`;
    const document = request.method === "GET" ? published.get(path) : undefined;
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (document !== undefined) return sendJson(response, 200, document);
    const handler = Object.hasOwn(signIn, route) ? signIn[route] : undefined;
    if (handler === undefined) return sendJson(response, 404, { message: "Not found" });
    // The cookie and the redirect addresses are for this host only.
    if (request.headers.host !== host) {
      return sendJson(response, 403, { message: `Use ${origin}, not another name of this computer.` });
    }
    response.setHeader("Cache-Control", "no-store");
    // With no-referrer, a browser would send the form with "Origin: null".
    response.setHeader("Referrer-Policy", "same-origin");
    await handler(request, response);
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
