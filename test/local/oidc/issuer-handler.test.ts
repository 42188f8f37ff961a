import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Handler, type LoopbackServer, listenLoopback } from "../../../local/http/loopback-server.ts";
import { audience, issuerPath } from "../../../local/oidc/issuer.ts";
import { issuerHandler } from "../../../local/oidc/issuer-handler.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import { tokenVerifier } from "../../../shared/auth/verify-token.ts";

const startKey = "the-key-of-this-start";
const ana = { email: "ana@demo.localhost", name: 'Ana <b>"Duarte"</b>', role: "curator" } as const;
const commandLine = "http://localhost:49180/callback";
const verifier = "v".repeat(43);
const challenge = await oauth.calculatePKCECodeChallenge(verifier);
const evil = "https://evil.example";
const hourMs = 3_600_000;

const folder = mkdtempSync(path.join(tmpdir(), "issuer-"));
let server: LoopbackServer;
let handler: Handler;
let issuer: string;
let page: string;
let cookie: string;
let nowMs: number;
beforeAll(async () => {
  server = await listenLoopback({ port: 0, handler: (request, response) => handler(request, response) });
  issuer = `${server.origin}${issuerPath}`;
  page = `${server.origin}/_local/sign-in/`;
  cookie = `local-sign-in-${server.port}=${startKey}`;
});
beforeEach(() => {
  nowMs = Date.now();
  handler = issuerHandler({
    issuer,
    key: signingKey(folder),
    startKey,
    startPage: page,
    redirectUris: [page, commandLine],
    people: () => [ana],
    now: () => nowMs,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Headers = Record<string, string | undefined>;

/** Sends a request with any headers, including those that fetch does not allow. Leaves out undefined headers. */
async function send(method: string, url: string, headers: Headers = {}, body = "") {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const sent = httpRequest(url, { method, headers: given, agent: false }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const encoded = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Returns the URL of a sign-in request, which is valid unless `changed` changes or removes parameters. */
const authorizeUrl = (changed: Record<string, string | undefined> = {}) =>
  `${issuer}/authorize?${encoded({
    client_id: audience,
    redirect_uri: page,
    response_type: "code",
    scope: "openid email profile",
    state: "s & s",
    nonce: "n1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changed,
  })}`;
const choose = (url = authorizeUrl(), headers: Headers = {}, email: string = ana.email) =>
  send("POST", url, { ...form, Cookie: cookie, Origin: server.origin, ...headers }, `${encoded({ email })}`);

async function newCode(): Promise<string> {
  const { headers } = await choose();
  return new URL(headers.location ?? "").searchParams.get("code") ?? "";
}

async function askToken(fields: Record<string, string | undefined>, headers: Headers = {}) {
  const answer = await send(
    "POST",
    `${issuer}/token`,
    { ...form, ...headers },
    `${encoded({ client_id: audience, ...fields })}`,
  );
  return { ...answer, body: JSON.parse(answer.body) };
}
const redeem = (code: string, changed: Record<string, string | undefined> = {}, headers: Headers = {}) =>
  askToken(
    { grant_type: "authorization_code", code, redirect_uri: page, code_verifier: verifier, ...changed },
    headers,
  );
const refresh = (refresh_token: string) => askToken({ grant_type: "refresh_token", refresh_token });
const invalidGrant = { status: 400, body: { error: "invalid_grant" } };

test("an OAuth client can sign a person in (with discovery, PKCE, `iss`, state and nonce) and refresh the tokens", async () => {
  const options = { [oauth.allowInsecureRequests]: true };
  const url = new URL(issuer);
  const metadata = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  expect(metadata).toMatchObject({
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
  const client = { client_id: audience };
  const { status, headers } = await choose();
  expect(status).toBe(303);
  const back = new URL(headers.location ?? "");
  expect(back.origin + back.pathname).toBe(page);
  const answer = oauth.validateAuthResponse(metadata, client, back, "s & s");
  const given = await oauth.authorizationCodeGrantRequest(
    ...([metadata, client, oauth.None(), answer, page, verifier, options] as const),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, given, {
    expectedNonce: "n1",
    requireIdToken: true,
  });
  const verify = tokenVerifier({ issuer, audience, trustEmail: false });
  expect(await verify(tokens.id_token ?? "")).toEqual({ email: ana.email, name: ana.name });
  // As with other issuers, the access token is not the bearer token of this service.
  await expect(verify(tokens.access_token)).rejects.toThrow();

  const next = await oauth.processRefreshTokenResponse(
    metadata,
    client,
    await oauth.refreshTokenGrantRequest(metadata, client, oauth.None(), tokens.refresh_token ?? "", options),
  );
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  expect(await verify(next.id_token ?? "")).toEqual({ email: ana.email, name: ana.name });
});

describe("the link that npm start prints", () => {
  test("sets a cookie that only the issuer receives and no script can read, and opens the page", async () => {
    const { status, headers } = await send("GET", `${issuer}/start?key=${startKey}`);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: page });
    expect(headers["set-cookie"]).toEqual([`${cookie}; HttpOnly; SameSite=Lax; Path=/_local/oidc`]);
  });

  test.each(["", "?key=", "?key=another", `?key=${startKey}x`, "?key=%00"])(
    "sets no cookie and returns 403 for the query '%s'",
    async (query) => {
      const { status, headers } = await send("GET", `${issuer}/start${query}`);
      expect(status).toBe(403);
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers.location).toBeUndefined();
    },
  );
});

describe("the sign-in page", () => {
  test("has a button for each person, and names the host to which the browser returns", async () => {
    const { status, headers, body } = await send("GET", authorizeUrl({ redirect_uri: commandLine }), {
      Cookie: cookie,
    });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain(`<button name="email" value="ana@demo.localhost">`);
    expect(body).toContain("After signing in, you return to localhost:49180.");
    // Names are escaped.
    expect(body).toContain("Ana &#60;b&#62;&#34;Duarte&#34;&#60;/b&#62;");
    expect(body).not.toContain("<b>");
  });

  test("cannot be framed or cached, runs no script, and may send its form only to the issuer and the redirect URI", async () => {
    const { headers } = await send("GET", authorizeUrl({ redirect_uri: commandLine }), { Cookie: cookie });
    const policy = headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:49180");
    expect(policy).not.toContain("script-src");
    expect(headers["cache-control"]).toBe("no-store");
    // With no-referrer, a browser would send the form with "Origin: null", which is refused.
    expect(headers["referrer-policy"]).toBe("same-origin");
  });

  const good: Headers = { Origin: undefined };
  test.each<
    [what: string, status: number, changed: Record<string, string | undefined>, headers: () => Headers]
  >([
    ["without the cookie", 403, {}, () => ({ Cookie: undefined })],
    ["with the cookie of another start", 403, {}, () => ({ Cookie: `local-sign-in-${server.port}=other` })],
    ["with the cookie of another stack", 403, {}, () => ({ Cookie: `local-sign-in-1=${startKey}` })],
    ["for another redirect URI", 400, { redirect_uri: `${evil}/callback` }, () => good],
    [
      "for a redirect URI that is longer than an allowed one",
      400,
      { redirect_uri: `${commandLine}/../x` },
      () => good,
    ],
    [
      "for a redirect URI of the command line with another port",
      400,
      { redirect_uri: "http://localhost:49179/callback" },
      () => good,
    ],
    ["without a redirect URI", 400, { redirect_uri: undefined }, () => good],
    ["for another client", 400, { client_id: "other" }, () => good],
    ["without PKCE", 400, { code_challenge: undefined, code_challenge_method: undefined }, () => good],
    ["with plain PKCE", 400, { code_challenge_method: "plain" }, () => good],
    ["with PKCE but without a method", 400, { code_challenge_method: undefined }, () => good],
    ["with a challenge that is not a SHA-256", 400, { code_challenge: "short" }, () => good],
    ["for a token in the URL", 400, { response_type: "id_token" }, () => good],
    ["without the scope openid", 400, { scope: "email" }, () => good],
    ["to another host name of this computer", 403, {}, () => ({ Host: `localhost:${server.port}` })],
    [
      "to a foreign host name that resolves to this computer",
      421,
      {},
      () => ({ Host: `evil.example:${server.port}` }),
    ],
  ])("refuses a request %s, and the form for it", async (_, status, changed, headers) => {
    const url = authorizeUrl(changed);
    const asked = await send("GET", url, { Cookie: cookie, ...headers() });
    const chosen = await choose(url, { ...headers(), Origin: server.origin });
    for (const answer of [asked, chosen]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.body).not.toContain(ana.email);
    }
  });

  test.each([evil, "null", "http://localhost:1", undefined])(
    "refuses its form from the origin %s",
    async (Origin) => {
      const { status, headers } = await choose(authorizeUrl(), { Origin });
      expect(status).toBe(403);
      expect(headers.location).toBeUndefined();
    },
  );

  test.each(["", "ana", "a@b@c", "a b@c"])("refuses the e-mail address '%s'", async (email) => {
    const { status, headers } = await choose(authorizeUrl(), {}, email);
    expect(status).toBe(400);
    expect(headers.location).toBeUndefined();
  });

  test("derives a name from the e-mail address of a person who has no button", async () => {
    const { headers } = await choose(authorizeUrl(), {}, "dee.long@example.org");
    const code = new URL(headers.location ?? "").searchParams.get("code") ?? "";
    const { body } = await redeem(code);
    expect(decodeJwt(body.id_token)).toMatchObject({ email: "dee.long@example.org", name: "Dee Long" });
  });
});

describe("a session", () => {
  /** Returns the cookies of a browser in which a person was chosen for the web page. */
  async function signedIn(email: string = ana.email): Promise<string> {
    const { headers } = await choose(authorizeUrl(), {}, email);
    const [session = ""] = headers["set-cookie"] ?? [];
    return `${cookie}; ${session.split(";")[0]}`;
  }
  const ask = (Cookie: string, changed: Record<string, string | undefined> = {}) =>
    send("GET", authorizeUrl(changed), { Cookie });
  const signOut = (Cookie: string, changed: Record<string, string> = {}, headers: Headers = {}) => {
    const fields = encoded({ client_id: audience, post_logout_redirect_uri: page, ...changed });
    return send("GET", `${issuer}/end-session?${fields}`, { Cookie, ...headers });
  };

  test("signs the chosen person in to the web page again without asking", async () => {
    const { status, headers } = await ask(await signedIn("dee.long@example.org"));
    expect(status).toBe(303);
    const back = new URL(headers.location ?? "");
    expect(back.origin + back.pathname).toBe(page);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "s & s", iss: issuer });
    const { body } = await redeem(back.searchParams.get("code") ?? "");
    expect(decodeJwt(body.id_token)).toMatchObject({ email: "dee.long@example.org", nonce: "n1" });
  });

  test("has a cookie that only the issuer receives, that no script can read and that lasts until the browser closes", async () => {
    const { headers } = await choose();
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(
        new RegExp(`^local-session-${server.port}=[\\w-]{43}; HttpOnly; SameSite=Lax; Path=/_local/oidc$`),
      ),
    ]);
  });

  test("ends when another person is chosen", async () => {
    const first = await signedIn();
    const { headers } = await choose(authorizeUrl(), { Cookie: first }, "dee.long@example.org");
    expect(headers["set-cookie"]).toHaveLength(1);
    expect((await ask(first)).status).toBe(200);
  });

  test.each<[what: string, changed: Record<string, string>]>([
    ["another redirect URI", { redirect_uri: `${evil}/callback` }],
    ["another client", { client_id: "other" }],
    ["plain PKCE", { code_challenge_method: "plain" }],
  ])("gives no code for %s", async (_, changed) => {
    const { status, headers } = await ask(await signedIn(), changed);
    expect(status).toBe(400);
    expect(headers.location).toBeUndefined();
  });

  test("gives no code if the browser lacks the cookie of the link or the session is unknown", async () => {
    const [, session = ""] = (await signedIn()).split("; ");
    expect((await ask(session)).status).toBe(403);
    expect((await ask(`${cookie}; ${session.slice(0, -1)}`)).status).toBe(200);
  });

  test("is not used for the command line, or for a page that asks for a new choice with `prompt`", async () => {
    const Cookie = await signedIn();
    for (const changed of [
      { redirect_uri: commandLine },
      { prompt: "login" },
      { prompt: "select_account" },
    ]) {
      const { status, headers, body } = await ask(Cookie, changed);
      expect(status).toBe(200);
      expect(headers.location).toBeUndefined();
      expect(body).toContain("Who do you want to be?");
    }
    // Choosing a person for a command does not start a session.
    const chosen = await choose(authorizeUrl({ redirect_uri: commandLine }));
    expect(chosen.headers["set-cookie"]).toBeUndefined();
  });

  test("is required for prompt=none: without one, the page gets login_required", async () => {
    const { headers } = await ask(cookie, { prompt: "none" });
    const back = new URL(headers.location ?? "");
    expect(back.searchParams.get("error")).toBe("login_required");
    expect(back.searchParams.get("code")).toBeNull();
  });

  test("ends when the person signs out, and the browser returns to the page", async () => {
    const Cookie = await signedIn();
    const { status, headers } = await signOut(Cookie);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: page });
    expect(headers["set-cookie"]).toEqual([expect.stringContaining("Max-Age=0")]);
    expect((await ask(Cookie)).status).toBe(200);
  });

  test.each<[what: string, status: number, changed: Record<string, string>, headers: Headers]>([
    ["a page of another site", 403, {}, { "Sec-Fetch-Site": "cross-site" }],
    ["another port of this computer", 403, {}, { "Sec-Fetch-Site": "same-site" }],
    ["another client", 400, { client_id: "other" }, {}],
    ["a request to return to another site", 400, { post_logout_redirect_uri: evil }, {}],
  ])("is not ended by %s", async (_, status, changed, headers) => {
    const Cookie = await signedIn();
    const answer = await signOut(Cookie, changed, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBeUndefined();
    expect((await ask(Cookie)).status).toBe(303);
  });
});

describe("a code", () => {
  test("is valid for 60 s", async () => {
    const [inTime, late] = [await newCode(), await newCode()];
    nowMs += 60_000;
    expect((await redeem(inTime)).status).toBe(200);
    nowMs += 1;
    expect(await redeem(late)).toMatchObject(invalidGrant);
  });

  test("is valid once, and a second use revokes the tokens from the first use", async () => {
    const code = await newCode();
    const { refresh_token } = (await redeem(code)).body;
    expect(await redeem(code)).toMatchObject(invalidGrant);
    expect(await refresh(refresh_token)).toMatchObject(invalidGrant);
  });

  test.each([
    ["without its verifier", { code_verifier: undefined }],
    ["with another verifier", { code_verifier: "w".repeat(43) }],
    ["with the challenge instead of the verifier", { code_verifier: challenge }],
    ["for another redirect URI", { redirect_uri: commandLine }],
    ["without its redirect URI", { redirect_uri: undefined }],
  ])("is rejected %s, and cannot be used again", async (_, changed) => {
    const code = await newCode();
    expect(await redeem(code, changed)).toMatchObject(invalidGrant);
    expect(await redeem(code)).toMatchObject(invalidGrant);
  });

  test("is rejected for another client", async () => {
    const answer = await redeem(await newCode(), { client_id: "other" });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_client" } });
  });

  test("is rejected if the issuer did not create it", async () => {
    expect(await redeem("made-up")).toMatchObject(invalidGrant);
    expect(await redeem("")).toMatchObject(invalidGrant);
  });
});

describe("a refresh token", () => {
  test("is valid once, and a second use revokes only the tokens of its own sign-in", async () => {
    const first = (await redeem(await newCode())).body.refresh_token;
    const other = (await redeem(await newCode())).body.refresh_token;
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    expect(await refresh(first)).toMatchObject(invalidGrant);
    expect(await refresh(third)).toMatchObject(invalidGrant);
    expect((await refresh(other)).status).toBe(200);
  });

  test("is valid for 12 hours after the sign-in, even if it has been exchanged for a new one", async () => {
    let token = (await redeem(await newCode())).body.refresh_token;
    nowMs += 12 * hourMs;
    token = (await refresh(token)).body.refresh_token;
    expect(token).toBeTruthy();
    nowMs += 1;
    expect(await refresh(token)).toMatchObject(invalidGrant);
  });

  test.each(["", ".", "made.up", "made-up"])("is rejected if it is '%s'", async (token) => {
    expect(await refresh(token)).toMatchObject(invalidGrant);
  });
});

describe("/token", () => {
  test.each([evil, "null", "http://localhost:49180"])(
    "returns 403 to the origin %s, and the code stays valid",
    async (Origin) => {
      const code = await newCode();
      const { status, headers, body } = await redeem(code, {}, { Origin });
      expect({ status, body }).toMatchObject({ status: 403, body: { error: "invalid_request" } });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect((await redeem(code, {}, { Origin: server.origin })).status).toBe(200);
    },
  );

  test("has no CORS headers for another origin", async () => {
    const asked = { Origin: evil, "Access-Control-Request-Method": "POST" };
    const { status, headers } = await send("OPTIONS", `${issuer}/token`, asked);
    expect(status).toBe(404);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test.each<[what: string, type: string | undefined, more: string]>([
    ["JSON", "application/json", ""],
    ["no media type", undefined, ""],
    ["a form of 20 kB", form["Content-Type"], "x".repeat(20_000)],
  ])("rejects %s", async (_, type, more) => {
    const code = await newCode();
    const answer = await redeem(code, { more }, { "Content-Type": type });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((await redeem(code)).status).toBe(200);
  });

  test("rejects a password", async () => {
    const answer = await askToken({ grant_type: "password", username: ana.email, password: "x" });
    expect(answer).toMatchObject({ status: 400, body: { error: "unsupported_grant_type" } });
  });
});
