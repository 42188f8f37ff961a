import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { registered, registeredOrSite } from "../../../shared/auth/authentication.ts";
import { secretHash, siteKeyToken } from "../../../shared/auth/site-key-token.ts";
import { Fault } from "../../../shared/domain/fault.ts";

/** Callers whose rate limit was read, at the first request in each container. */
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
  recordUse: async () => {},
  rateLimit: {
    share: 4,
    take: async (caller: string) => {
      asked.push(caller);
      return emptyUntilMs;
    },
  },
};
/** A token is the local part of its e-mail. */
const verify = async (token: string) => {
  if (token === "forged") throw new Fault("unauthenticated", "no");
  return { email: `${token}@example.org`, name: undefined };
};
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "accepted",
    (error: unknown) => (error instanceof Fault ? error.code : error),
  );
const container = () => {
  const authenticate = registeredOrSite("readonly", verify, callers);
  return (token: string) => codeOf(authenticate([`Bearer ${token}`], 1));
};

describe("a request counts", () => {
  test("for its user, with any token and any case of the e-mail", async () => {
    expect(await container()("ana")).toBe("forbidden");
    expect(await container()("ANA")).toBe("forbidden");
    expect(new Set(asked).size).toBe(1);
  });

  test("for its source, with any key, also at endpoints that sites may not call", async () => {
    expect(await container()(tokenOf(7))).toBe("accepted");
    expect(await container()(tokenOf(8))).toBe("accepted");
    const forUsers = registered("readonly", verify, callers);
    expect(await codeOf(forUsers([`Bearer ${tokenOf(7)}`], 1))).toBe("forbidden");
    expect(asked).toEqual(["source 1", "source 1", "source 1"]);
  });

  test.each([
    ["a forged token", () => "forged"],
    ["a key of another secret", () => siteKeyToken(7, randomBytes(32))],
    ["an unknown key", () => tokenOf(9)],
  ])("for no caller with %s", async (_, token) => {
    const call = container();
    for (let i = 0; i < 10; i++) expect(await call(token())).toBe("unauthenticated");
    expect(asked).toEqual([]);
  });
});

test.each([
  ["a user", () => "ana"],
  ["a site", () => tokenOf(7)],
])("%s above the rate limit is refused without a read after the first request", async (_, token) => {
  emptyUntilMs = Date.now() + 60_000;
  const call = container();
  expect(await call(token())).toBe("too-many-requests");
  reads = 0;
  for (let i = 0; i < 10; i++) expect(await call(token())).toBe("too-many-requests");
  expect([reads, asked.length]).toEqual([0, 1]);
});
