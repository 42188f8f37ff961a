import type { IncomingMessage } from "node:http";
import { isSameText } from "../aws/is-same-text.ts";
import type { Handler } from "../http/loopback-server.ts";
import { issuerPath } from "./issuer.ts";
import { sendRefusal } from "./sign-in-page.ts";

export type SignInCookie = {
  /** Value of the Set-Cookie header. */
  readonly header: string;
  isIn(request: IncomingMessage): boolean;
};

/**
 * Creates the cookie that the sign-in page requires. The cookie's name contains the port, because browsers send cookies
 * to every port of a host.
 */
export function signInCookie(origin: string, startKey: string): SignInCookie {
  const pair = `local-sign-in-${new URL(origin).port}=${startKey}`;
  return {
    header: `${pair}; HttpOnly; SameSite=Lax; Path=${issuerPath}`,
    isIn: ({ headers }) => (headers.cookie ?? "").split(/; */).some((each) => isSameText(each, pair)),
  };
}

/** Serves the link that `npm start` prints: sets the sign-in cookie, and redirects to the page that signs in. */
export function startEndpoint(options: {
  readonly startKey: string;
  readonly startPage: string;
  readonly cookie: SignInCookie;
}): Handler {
  const { startKey, startPage, cookie } = options;
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", startPage);
    if (!isSameText(searchParams.get("key") ?? "", startKey)) {
      return sendRefusal(
        response,
        403,
        "This link is not valid for the running service. Open the sign-in link that npm start printed last.",
      );
    }
    response.writeHead(303, { Location: startPage, "Set-Cookie": cookie.header }).end();
  };
}
