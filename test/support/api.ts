import { expect, inject, type ProvidedContext } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../../lib/endpoints.ts";
import { signToken } from "../../local/oidc/sign-token.ts";
import { signingKey } from "../../local/oidc/signing-key.ts";
import type { Role } from "../../shared/domain/role.ts";
import { type Contract, faultsOf } from "../../shared/http/contract.ts";
import { Problem, problemOf } from "../../shared/http/problem.ts";

export type Call = {
  readonly token?: string | undefined;
  /** Sent as JSON, or as it is when it is a string. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; `undefined` when there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
};

/** The admin that the stack's settings name. */
export const admin = "admin@example.org";

type Service = Pick<ProvidedContext["service"], "origin" | "issuer" | "dataDir"> &
  Partial<ProvidedContext["service"]>;

/** A caller of the stack that the HTTP suites share. Every answer is held against its endpoint's contract. */
export function openApi(service: Service = inject("service")) {
  const key = signingKey(service.dataDir);

  async function call(
    method: string,
    path: string,
    { token, body, headers = {} }: Call = {},
  ): Promise<Answer> {
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    expectDeclared(method, path, answer, service.ownRequestIds);
    return answer;
  }

  async function tokenFor(email: string, name?: string): Promise<string> {
    if (service.oneToken !== undefined) return service.oneToken;
    return signToken(key, { issuer: service.issuer, email, name, lifetimeSeconds: 3600 });
  }

  /** A token of a new user with this role. */
  async function userWith(role: Role): Promise<{ email: string; token: string }> {
    const adminToken = await tokenFor(admin);
    expect((await call("GET", "/users/me", { token: adminToken })).status).toBe(200);
    // The token's owner stands in, under an address that no test can do anything to.
    if (service.oneToken !== undefined) return { email: "nobody@test.invalid", token: adminToken };
    const email = `${role}-${crypto.randomUUID()}@example.org`;
    expect((await call("POST", "/users", { token: adminToken, body: { email, role } })).status).toBe(201);
    return { email, token: await tokenFor(email) };
  }

  return { ...service, call, tokenFor, userWith };
}

export type Api = ReturnType<typeof openApi>;

/** What an answer must be: a declared status whose body has its schema, or the problem of a declared fault. */
function expectDeclared(
  method: string,
  path: string,
  { status, headers, body }: Answer,
  ownRequestIds = true,
): void {
  const contract = contractOf(method, path);
  const what = `${method} ${path} answered ${status} ${JSON.stringify(body)}`;
  expect(headers.get("x-amzn-requestid"), what).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin"), what).toBe("*");
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.get("strict-transport-security"), what).toMatch(/^max-age=\d{8,}/);
  expect(headers.get("cache-control"), what).toBeTruthy();
  if (status >= 400) {
    const problem = z.safeParse(Problem, body);
    expect(problem.error, what).toBeUndefined();
    expect(headers.get("content-type"), what).toBe("application/problem+json");
    const instance = ownRequestIds ? headers.get("x-amzn-requestid") : expect.any(String);
    expect(problem.data, what).toMatchObject({ status, instance });
    const declared = contract
      ? [...faultsOf(contract)].map((code) => `${problemOf[code].status} ${code}`)
      : ["404 not-found"];
    expect(declared, what).toContain(`${status} ${body.type}`);
  } else if (status === 304) {
    expect(body, what).toBe("");
  } else {
    const schema = contract?.responses[status];
    expect(schema, what).toBeDefined();
    if (schema === "empty") expect(body, what).toBe("");
    else if (schema) expect(z.safeParse(schema, body).error, what).toBeUndefined();
  }
}

function contractOf(method: string, path: string): Contract | undefined {
  const steps = path.split("?")[0]?.split("/") ?? [];
  const fits = (template: string, exact: boolean) => {
    const parts = template.split("/");
    return (
      parts.length === steps.length &&
      parts.every((part, i) => part === steps[i] || (!exact && part.startsWith("{") && steps[i] !== ""))
    );
  };
  const contracts = endpoints
    .map(({ contract }) => contract)
    .filter((contract) => contract.method === method);
  return contracts.find(({ path }) => fits(path, true)) ?? contracts.find(({ path }) => fits(path, false));
}
