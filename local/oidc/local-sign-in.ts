import { randomBytes } from "node:crypto";
import { commandCallbacks } from "../../shared/domain/person/command-callbacks.ts";
import type { Handler } from "../http/loopback-server.ts";
import { stackAdmin, stackAdminName } from "../running-stack.ts";
import { people } from "../seed/demonstration.ts";
import { isSeeded } from "../seed/seeded.ts";
import { examplePath, serveExample } from "./example.ts";
import { issuerPath } from "./issuer.ts";
import { issuerHandler } from "./issuer-handler.ts";
import type { Person } from "./sign-in-page.ts";
import { signingKey } from "./signing-key.ts";

/** Path of the service's web page. */
const pagePath = "/api/v1/app";

const admin: Person = { email: stackAdmin, name: stackAdminName, role: "admin" };

/** Returns the handlers of a stack's issuer and of the example that signs in there, by path, and the sign-in link. */
export function localSignIn(origin: string, dataDir: string) {
  const issuer = `${origin}${issuerPath}`;
  const startKey = randomBytes(24).toString("base64url");
  const mounts: Record<string, Handler> = {
    [`${issuerPath}/`]: issuerHandler({
      issuer,
      key: signingKey(dataDir),
      startKey,
      startPage: `${origin}${pagePath}`,
      redirectUris: redirectUris(origin),
      people: () => [...(isSeeded(dataDir) ? people : []), admin],
    }),
    [examplePath]: serveExample,
  };
  return { mounts, signInLink: `${issuer}/start?key=${startKey}` };
}

/** Returns the addresses that codes may be sent to: the web page, the example, and the command line's callbacks. */
function redirectUris(origin: string): string[] {
  return [`${origin}${pagePath}`, `${origin}${examplePath}`, ...commandCallbacks];
}
