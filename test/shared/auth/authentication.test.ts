import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type Authenticate, registered, registeredOrSite } from "../../../shared/auth/authentication.ts";
import { secretHash, siteKeyToken } from "../../../shared/auth/site-key-token.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";

/** The callers whose shared rate limit a container has asked, in order. */
let asked: string[];
let emptyUntilMs: number | undefined;
let reads: number;
beforeEach(() => {
  [asked, emptyUntilMs, reads] = [[], undefined, 0];
});

const secrets = new Map([7, 8].map((id) => [id, randomBytes(32)] as const));
const tokenOf = (id: number) => siteKeyToken(id, secrets.get(id) ?? Buffer.alloc(32));
const callers = {
  findUser: async () => {
    reads += 1;
    return undefined;
  },
  findSiteKey: async (id: number) => {
    reads += 1;
    const secret = secrets.get(id)?.toString("base64url");
    if (secret === undefined) return undefined;
    return { id, source: 1, hash: secretHash(secret), createdMs: 0, usedMs: undefined };
  },
  hasSource: async () => true,
  recordUse: async () => {},
  rateLimit: {
    share: 4,
    take: async (caller: string) => {
      asked.push(caller);
      return emptyUntilMs;
    },
  },
};
/** In these tests, a token is the local part of its owner's e-mail address. */
const verify = async (token: string) => {
  if (token === "forged") throw new Fault("unauthenticated", "no");
  return { email: `${token}@example.org`, name: undefined };
};
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    (error: unknown) => (error instanceof Fault ? error.code : error),
  );
const admit = async (authenticate: Authenticate<unknown>, token: string) =>
  (await authenticate([`Bearer ${token}`], 1)).admitted;
const container = () => {
  const authenticate = registeredOrSite("readonly", verify, callers);
  return (token: string) => codeOf(admit(authenticate, token));
};

describe("a request counts towards the rate limit", () => {
  test("of its sender, whatever the token and the case of the e-mail address", async () => {
    expect(await container()("ana")).toBe("forbidden");
    expect(await container()("ANA")).toBe("forbidden");
    expect(new Set(asked).size).toBe(1);
  });

  test("of the capture source, whichever of its keys is used, even if sites may not call the endpoint", async () => {
    expect(await container()(tokenOf(7))).toBe("allowed");
    expect(await container()(tokenOf(8))).toBe("allowed");
    const forUsers = registered("readonly", verify, callers);
    expect(await codeOf(admit(forUsers, tokenOf(7)))).toBe("forbidden");
    expect(asked).toEqual(["source 1", "source 1", "source 1"]);
  });

  test.each([
    ["a forged token", () => "forged"],
    ["a key with another secret", () => siteKeyToken(7, randomBytes(32))],
    ["an unknown key", () => tokenOf(9)],
  ])("of no caller if it has %s", async (_, token) => {
    const call = container();
    for (let i = 0; i < 10; i++) expect(await call(token())).toBe("unauthenticated");
    expect(asked).toEqual([]);
  });
});

test.each([
  ["a person", () => "ana"],
  ["a site", () => tokenOf(7)],
])(
  "after %s reaches the rate limit, its further requests are rejected without reading the table",
  async (_, token) => {
    emptyUntilMs = Date.now() + 60_000;
    const call = container();
    expect(await call(token())).toBe("too-many-requests");
    reads = 0;
    for (let i = 0; i < 10; i++) expect(await call(token())).toBe("too-many-requests");
    expect([reads, asked.length]).toEqual([0, 1]);
  },
);
