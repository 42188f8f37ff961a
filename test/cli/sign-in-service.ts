import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type Handler, listenLoopback } from "../../local/http/loopback-server.ts";
import { audience, issuerPath } from "../../local/oidc/issuer.ts";
import { issuerHandler } from "../../local/oidc/issuer-handler.ts";
import { signingKey } from "../../local/oidc/signing-key.ts";

export type SignInService = Awaited<ReturnType<typeof startSignInService>>;

const startKey = "the-key-of-this-start";
export const ana = { email: "ana@demo.localhost", name: "Ana Duarte", role: "curator" } as const;
export const bo = { email: "bo@demo.localhost", name: "Bo Lind", role: "annotator" } as const;

/** Starts the local issuer, and the two endpoints of the service that a sign-in uses: its settings and the user. */
export async function startSignInService(callbacks: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "sign-in-"));
  let issuer: Handler;
  /** Requests for tokens, in order. */
  const grants: string[] = [];
  /** Handler that a test sets to replace the answers of the service and its issuer. */
  let instead: Handler | undefined;
  const server = await listenLoopback({
    port: 0,
    handler: (request, response) => {
      if (request.url === `${issuerPath}/token`) grants.push(`${request.method} ${request.url}`);
      if (instead) return instead(request, response);
      return answer(request, response);
    },
  });
  const { origin, port } = server;
  const answer: Handler = (request, response) => {
    const send = (body: object) =>
      void response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/prod/api/v1/app/settings") {
      return send({ issuer: `${origin}${issuerPath}`, client_id: audience, scope: "openid email profile" });
    }
    if (request.url === "/prod/api/v1/users/me") return send({ display_name: ana.name, role: ana.role });
    return issuer(request, response);
  };
  issuer = issuerHandler({
    issuer: `${origin}${issuerPath}`,
    key: signingKey(folder),
    startKey,
    startPage: `${origin}/`,
    redirectUris: callbacks,
    people: () => [ana, bo],
  });
  return {
    base: `${origin}/prod`,
    origin,
    cookie: `local-sign-in-${port}=${startKey}`,
    grants,
    answer,
    replace(handler: Handler | undefined) {
      instead = handler;
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Chooses a person on the sign-in page, as a browser does. Returns the URL to which the issuer redirects. */
export async function choosePerson(
  address: string,
  { origin, cookie }: SignInService,
  email: string = ana.email,
) {
  const headers = { Cookie: cookie, Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
  const sent = httpRequest(address, { method: "POST", headers, agent: false });
  sent.end(`${new URLSearchParams({ email })}`);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 303) throw new Error(`${response.statusCode}: ${body}`);
  return new URL(response.headers.location ?? "");
}

/**
 * Returns callback URLs like those of the command, with ports that are free now. Tests that listen on port 0 do not get
 * these ports: systems choose from 32768 up (Linux), or from 49152 up (RFC 6335).
 */
export async function freeCallbacks(count: number): Promise<string[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports].map((port) => `http://localhost:${port}/callback`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  await once(server.close(), "close");
  return true;
}
