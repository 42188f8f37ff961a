import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { issuerPath } from "./issuer.ts";

/**
 * Creates the sessions of the local issuer, one for each browser. When a page is loaded again, its session signs the
 * same person in without asking. Sessions are in memory, so they end with the stack.
 */
export function createSessions(origin: string) {
  const emails = new Map<string, string>();
  // Browsers send cookies to every port of a host.
  const name = `local-session-${new URL(origin).port}`;
  const attributes = `HttpOnly; SameSite=Lax; Path=${issuerPath}`;

  function idIn({ headers }: IncomingMessage): string | undefined {
    const pairs = (headers.cookie ?? "").split(/; */);
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  return {
    /** Returns the e-mail address of the person whose browser sends the request. */
    emailOf: (request: IncomingMessage): string | undefined => emails.get(idIn(request) ?? ""),
    /** Starts a session, which replaces the browser's earlier one. Returns the Set-Cookie header. */
    begin(request: IncomingMessage, email: string): string {
      emails.delete(idIn(request) ?? "");
      const id = randomBytes(32).toString("base64url");
      emails.set(id, email);
      return `${name}=${id}; ${attributes}`;
    },
    /** Ends the session, and returns the Set-Cookie header that removes its cookie. */
    end(request: IncomingMessage): string {
      emails.delete(idIn(request) ?? "");
      return `${name}=; Max-Age=0; ${attributes}`;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
