import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stateFolder } from "../../cli/sign-in/kept-token.ts";
import { type SignInOptions, signIn, signOut } from "../../cli/sign-in/sign-in.ts";
import type { Handler } from "../../local/http/loopback-server.ts";
import { issuerPath } from "../../local/oidc/issuer.ts";
import {
  ana,
  bo,
  choosePerson,
  freeCallbacks,
  type SignInService,
  startSignInService,
} from "./sign-in-service.ts";

let callbacks: readonly string[];
let service: SignInService;
let folder: string;
let said: string[];
beforeAll(async () => {
  callbacks = await freeCallbacks(3);
  service = await startSignInService(callbacks);
});
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "state-")), "wildlife");
  said = [];
});
afterEach(() => {
  vi.useRealTimers();
  service.replace(undefined);
  service.grants.length = 0;
  rmSync(path.dirname(folder), { recursive: true });
});
afterAll(() => service.close());

/** Signs in. `visit` acts as the person: it gets the address, and returns the last page of the browser. */
async function attempt(
  visit: (address: string) => Promise<unknown>,
  options: SignInOptions = {},
  base = service.base,
) {
  const visits: Promise<unknown>[] = [];
  const result = await signIn(base, {
    callbacks,
    folder,
    say: (text) => said.push(text),
    open: (address) => visits.push(visit(address)),
    ...options,
  }).catch((error: unknown) => error);
  return { result, shown: await Promise.all(visits) };
}

/** Returns the page that a browser shows at an address. */
async function show(address: URL | string) {
  const response = await fetch(address, { redirect: "manual" });
  const body = await response.text();
  return { status: response.status, headers: response.headers, heading: /<h1>(.*)<\/h1>/.exec(body)?.[1] };
}

const agree = async (address: string) => show(await choosePerson(address, service));
/** Agrees, and changes the parameters with which the browser returns to the command. */
const answerWith = (changes: Record<string, string>) => async (address: string) => {
  const answer = await choosePerson(address, service);
  for (const [name, value] of Object.entries(changes)) answer.searchParams.set(name, value);
  return show(answer);
};
const nobody = () => Promise.reject(new Error("The person was asked to sign in."));

async function signedIn(options?: SignInOptions) {
  const { result } = await attempt(agree, options);
  if (typeof result !== "function") throw result;
  return result as () => Promise<string>;
}

const fileOf = () => {
  const [name = "", ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  return path.join(folder, name);
};
const kept = () => JSON.parse(readFileSync(fileOf(), "utf8"));

/** Changes the JSON that the service or its issuer returns for one address. */
function change(url: string, changed: (body: Record<string, unknown>) => object): Handler {
  return (request, response) => {
    if (request.url !== url) return service.answer(request, response);
    const end = response.end.bind(response);
    response.end = ((body: string) => end(JSON.stringify(changed(JSON.parse(body))))) as typeof response.end;
    return service.answer(request, response);
  };
}
const laterMs = 14.5 * 60_000;
const pass = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });

describe("a sign-in", () => {
  test("returns an ID token, and shows a page that says that the person is signed in", async () => {
    const { result, shown } = await attempt(agree);
    const token = await (result as () => Promise<string>)();
    expect(decodeJwt(token)).toMatchObject({ email: ana.email, iss: `${service.origin}${issuerPath}` });
    const [{ status, headers, heading }] = shown as [Awaited<ReturnType<typeof show>>];
    expect({ status, heading }).toEqual({
      status: 200,
      heading: "You are signed in. You can close this page.",
    });
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; img-src data:; base-uri/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("clear-site-data")).toBe(false);
    await expect(fetch(callbacks[0] ?? "")).rejects.toThrow("fetch failed");
  });

  test("sends PKCE parameters, and a new state, nonce and challenge each time", async () => {
    const asked: URLSearchParams[] = [];
    for (const _ of [1, 2]) {
      await attempt(async (address) => {
        asked.push(new URL(address).searchParams);
        await agree(address);
      });
      rmSync(folder, { recursive: true });
    }
    const [first, second] = asked.map((each) => Object.fromEntries(each)) as [Record<string, string>, object];
    expect(first).toMatchObject({ response_type: "code", code_challenge_method: "S256" });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(first[name]).toMatch(/^[\w-]{43}$/);
      expect(second).not.toMatchObject({ [name]: first[name] });
    }
  });

  test("prints the address and opens no browser if `browser` is false", async () => {
    const open = vi.fn();
    const signing = signIn(service.base, {
      callbacks,
      folder,
      browser: false,
      open,
      say: (text) => said.push(text),
    });
    await vi.waitFor(() => expect(said).toHaveLength(1));
    const [, address = ""] =
      /^To sign in, open this address in your browser:\n\n {2}(\S+)\n$/.exec(said[0] ?? "") ?? [];
    await agree(address);
    await signing;
    expect(open).not.toHaveBeenCalled();
  });

  test("continues after a browser returns from another sign-in, or requests another path", async () => {
    const { result, shown } = await attempt(async (address) => {
      const first = await answerWith({ state: "of-another" })(address);
      const icon = await fetch(new URL("/favicon.ico", callbacks[0]));
      return [first.status, first.heading, icon.status, await agree(address)];
    });
    expect(result).toBeTypeOf("function");
    expect(shown[0]).toMatchObject([400, expect.stringMatching(/another sign-in/), 404, { status: 200 }]);
  });

  test("returns the same page to a browser that sends its request twice", async () => {
    // Delays the token, so that both requests arrive before the response to the first.
    service.replace(async (request, response) => {
      if (request.url === `${issuerPath}/token`) await setTimeout(300);
      return service.answer(request, response);
    });
    const { shown } = await attempt(async (address) => {
      const answer = await choosePerson(address, service);
      return Promise.all([show(answer), show(answer)]);
    });
    expect(shown[0]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(service.grants).toHaveLength(1);
  });

  test("succeeds when the browser closes its connection before the page is sent", async () => {
    const leave = new AbortController();
    service.replace(async (request, response) => {
      if (request.url === `${issuerPath}/token`) {
        leave.abort();
        await setTimeout(20);
      }
      return service.answer(request, response);
    });
    const { result, shown } = await attempt(async (address) => {
      const answer = await choosePerson(address, service);
      return fetch(answer, { signal: leave.signal }).catch(() => "left");
    });
    expect(shown).toEqual(["left"]);
    expect(result).toBeTypeOf("function");
  });

  test("uses the next callback URL if a port is in use on either loopback address", async () => {
    const [first = "", second = "", third = ""] = callbacks;
    const others = [createServer(), createServer()];
    others[0]?.listen(Number(new URL(first).port), "127.0.0.1");
    const ipv6 = Object.values(networkInterfaces()).some((each) =>
      each?.some(({ address }) => address === "::1"),
    );
    others[1]?.listen(Number(new URL(second).port), ipv6 ? "::1" : "127.0.0.1");
    await Promise.all(others.map((server) => once(server, "listening")));
    try {
      const { result } = await attempt(async (address) => {
        expect(new URL(address).searchParams.get("redirect_uri")).toBe(third);
        await agree(address);
      });
      expect(result).toBeTypeOf("function");
      const last = createServer().listen(Number(new URL(third).port), "127.0.0.1");
      others.push(last);
      await once(last, "listening");
      rmSync(folder, { recursive: true });
      const { result: refused } = await attempt(nobody);
      expect(refused).toMatchObject({
        message: expect.stringMatching(/^The ports \d+, \d+, \d+ .* are in use/),
      });
    } finally {
      await Promise.all(others.map((server) => once(server.close(), "close")));
    }
  });

  test("shows a page with advice when the browser has not opened the link of the local stack", async () => {
    const { shown } = await attempt(async (address) => {
      const page = await (await fetch(address)).text();
      await agree(address);
      return page;
    });
    expect(shown[0]).toContain("First open the sign-in link that npm start printed. Then reload this page.");
  });
});

describe("a sign-in fails", () => {
  test.each<[string, (address: string) => Promise<unknown>, RegExp]>([
    ["when another issuer answers", answerWith({ iss: "https://evil.example" }), /unexpected "iss"/],
    [
      "when the person does not agree",
      answerWith({ error: "access_denied", error_description: "Not\u001b[2J now <b>" }),
      /^You are not signed in: Not \[2J now <b> \(access_denied\)$/,
    ],
    [
      "with a code of another sign-in",
      answerWith({ code: "another" }),
      /The code is not valid.*\(invalid_grant\)/,
    ],
  ])("%s", async (_, visit, message) => {
    const { result, shown } = await attempt(visit);
    expect((result as Error).message).toMatch(message);
    expect(shown).toMatchObject([
      { status: 400, heading: expect.stringMatching(/^You are not signed in: [^<]+$/) },
    ]);
    expect(readdirSync(path.dirname(folder)).length === 0 || readdirSync(folder).length === 0).toBe(true);
  });

  test("when the ID token belongs to another request", async () => {
    const { result } = await attempt((address) => agree(address.replace(/nonce=[\w-]+/, "nonce=another")));
    expect((result as Error).message).toMatch(/nonce/);
  });

  test("when nobody signs in", async () => {
    const { result } = await attempt(async () => {}, { timeoutMs: 30 });
    expect((result as Error).message).toMatch(
      /^Nobody signed in within .* minutes\. Run the command again\.$/,
    );
    await expect(fetch(callbacks[0] ?? "")).rejects.toThrow("fetch failed");
  });

  test.each([
    ["is not encrypted", "http://wildlife.example", /must begin with https:/],
    ["is not that of a service", () => `${service.origin}/other`, /is not the address of a wildlife/],
    ["does not answer", "http://127.0.0.1:9", /cannot be reached: /],
  ])("when the address %s", async (_, base, message) => {
    const { result } = await attempt(nobody, {}, typeof base === "string" ? base : base());
    expect((result as Error).message).toMatch(message);
  });

  test("when the address of the issuer's sign-in page is not https", async () => {
    const discovery = `${issuerPath}/.well-known/openid-configuration`;
    service.replace(change(discovery, (body) => ({ ...body, authorization_endpoint: "file:///etc/passwd" })));
    const { result } = await attempt(nobody);
    expect((result as Error).message).toMatch(/must begin with https:/);
  });
});

describe("the token", () => {
  test("is renewed once, a minute before it expires, for all concurrent callers", async () => {
    const token = await signedIn();
    const first = await token();
    expect(await token()).toBe(first);
    pass(13.9 * 60_000);
    expect(await token()).toBe(first);
    const before = kept().refresh_token;
    pass(2 * 60_000);
    const [one, two] = await Promise.all([token(), token()]);
    expect(one).toBe(two);
    expect(decodeJwt(one).iat).toBeGreaterThan(0);
    expect(one).not.toBe(first);
    expect(service.grants).toHaveLength(2);
    expect(kept().refresh_token).not.toBe(before);
  });

  test.each([-3, 3])("is renewed in time on a computer whose clock is %s hours off", async (hours) => {
    const aheadS = -hours * 3600;
    const later = change(`${issuerPath}/token`, (body) => {
      const [header, , signature] = String(body["id_token"]).split(".");
      const { iat = 0, exp = 0, ...claims } = decodeJwt(String(body["id_token"]));
      const shifted = JSON.stringify({ ...claims, iat: iat + aheadS, exp: exp + aheadS });
      return { ...body, id_token: `${header}.${Buffer.from(shifted).toString("base64url")}.${signature}` };
    });
    service.replace((request, response) => {
      response.setHeader("Date", new Date(Date.now() + aheadS * 1000).toUTCString());
      return later(request, response);
    });
    const token = await signedIn();
    const first = await token();
    expect(await token()).toBe(first);
    pass(laterMs);
    expect(await token()).not.toBe(first);
  });

  test("needs no browser in the next command", async () => {
    await signedIn();
    const { result } = await attempt(nobody);
    expect(decodeJwt(await (result as () => Promise<string>)()).email).toBe(ana.email);
  });

  test("needs the browser again when the sign-in has ended", async () => {
    await signedIn();
    const spent = readFileSync(fileOf());
    await attempt(nobody);
    writeFileSync(fileOf(), spent);
    const { result, shown } = await attempt(agree);
    expect(shown).toHaveLength(1);
    expect(result).toBeTypeOf("function");
    await attempt(nobody).then(({ result }) => expect(result).toBeTypeOf("function"));
  });

  test("is not renewed with the sign-in of another person", async () => {
    const token = await signedIn();
    await signOut(service.base, { folder });
    await attempt(async (address) => show(await choosePerson(address, service, bo.email)));
    pass(laterMs);
    await expect(token()).rejects.toThrow(/^Another person has signed in/);
  });

  test("is renewed after the issuer was busy", async () => {
    const token = await signedIn();
    let busy = 1;
    service.replace((request, response) => {
      if (request.url !== `${issuerPath}/token` || busy-- <= 0) return service.answer(request, response);
      response.writeHead(503, { "Retry-After": "0" }).end();
    });
    pass(laterMs);
    expect(decodeJwt(await token()).email).toBe(ana.email);
  });
});

describe("the file of a sign-in", () => {
  test("is readable for the person only, and has no token but the refresh token", async () => {
    await signedIn();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    expect(Object.keys(kept())).toEqual(["issuer", "client_id", "refresh_token"]);
    // The next run corrects permissions that were changed.
    chmodSync(fileOf(), 0o644);
    await attempt(nobody);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  });

  test("is deleted by sign-out", async () => {
    await signedIn();
    await signOut(`${service.base}/api/v1/`, { folder });
    expect(readdirSync(folder)).toEqual([]);
    const { shown } = await attempt(agree);
    expect(shown).toHaveLength(1);
  });

  test.each([
    ["is broken", '{"iss'],
    ["is empty", ""],
    [
      "names another issuer",
      JSON.stringify({ issuer: "https://evil.example", client_id: "c", refresh_token: "r" }),
    ],
  ])("is replaced if it %s, and its content is not sent", async (_, text) => {
    await signedIn();
    const file = fileOf();
    writeFileSync(file, text);
    service.grants.length = 0;
    const { shown } = await attempt(agree);
    expect(shown).toHaveLength(1);
    expect(service.grants).toHaveLength(1);
    expect(fileOf()).toBe(file);
    expect(kept().issuer).toBe(`${service.origin}${issuerPath}`);
  });

  test("is not used for another deployment", async () => {
    await signedIn();
    const other = await startSignInService(callbacks);
    try {
      const { shown } = await attempt(
        async (address) => show(await choosePerson(address, other)),
        {},
        other.base,
      );
      expect(shown).toMatchObject([{ status: 200 }]);
      expect(readdirSync(folder)).toHaveLength(2);
      // The sign-in to the first deployment is still valid.
      expect((await attempt(nobody)).result).toBeTypeOf("function");
    } finally {
      await other.close();
    }
  });

  test("is not needed: if it cannot be written, the sign-in stays in memory, with a warning", async () => {
    writeFileSync(folder, "a file in the folder's place");
    const token = await signedIn();
    expect(said.at(-1)).toMatch(/^Next time, you will have to sign in again: /);
    pass(laterMs);
    expect(decodeJwt(await token()).email).toBe(ana.email);
    expect(said.filter((text) => text.startsWith("To sign in"))).toHaveLength(1);
  });

  test.each([
    ["linux", { XDG_STATE_HOME: "/home/a/state" }, "/home/a/state/wildlife"],
    ["linux", { XDG_STATE_HOME: "relative" }, /\/\.local\/state\/wildlife$/],
    ["darwin", {}, /\/\.local\/state\/wildlife$/],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/wildlife"],
  ] as const)("is in the state folder of %s with the environment %o", (platform, env, expected) => {
    expect(stateFolder(env, platform)).toMatch(expected);
  });
});
