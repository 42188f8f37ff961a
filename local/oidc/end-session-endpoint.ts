import type { Handler } from "../http/loopback-server.ts";
import { audience } from "./issuer.ts";
import type { Sessions } from "./sessions.ts";
import { sendRefusal } from "./sign-in-page.ts";

type Options = {
  readonly origin: string;
  readonly redirectUris: readonly string[];
  readonly sessions: Sessions;
};

/** Signs a person out, and redirects to a page of the stack (OpenID Connect RP-Initiated Logout 1.0). */
export function endSessionEndpoint({ origin, redirectUris, sessions }: Options): Handler {
  return (request, response) => {
    const query = new URL(request.url ?? "/", origin).searchParams;
    const back = query.get("post_logout_redirect_uri") ?? "";
    // In this header, browsers name the site whose page sent the request. Only the stack's pages may sign people out.
    const site = request.headers["sec-fetch-site"] ?? "none";
    if (site !== "same-origin" && site !== "none") {
      return sendRefusal(response, 403, `Only pages of ${origin} may sign you out.`);
    }
    if (query.get("client_id") !== audience || !redirectUris.includes(back)) {
      return sendRefusal(
        response,
        400,
        `The client_id must be ${audience}, the post_logout_redirect_uri one of: ${redirectUris.join(", ")}.`,
      );
    }
    response.writeHead(303, { Location: back, "Set-Cookie": sessions.end(request) }).end();
  };
}
