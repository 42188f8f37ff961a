import { expect, inject, type ProvidedContext } from "vitest";
import { signToken } from "../../../local/oidc/sign-token.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import type { Role } from "../../../shared/domain/role.ts";
import { expectDescribed } from "./expect-described.ts";

export type Call = {
  readonly token?: string | undefined;
  /** Sent as JSON, or as it is when it is a string. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, `""` when there is no body, text, or the bytes of a file. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
};

/** The admin that the stack's settings name. */
export const admin = "admin@example.org";

type Service = Pick<ProvidedContext["service"], "origin" | "issuer" | "dataDir"> &
  Partial<ProvidedContext["service"]>;

/** A caller of the stack that the HTTP suites share. Every answer is held against docs/openapi.json. */
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
    const answer = { status: response.status, headers: response.headers, body: await bodyOf(response) };
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

/** Parsed JSON, `""` when there is no body, text, or the bytes of a file. */
export async function bodyOf(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  if (bytes.length > 0 && !/^text\/|json$/.test(type)) return bytes;
  const text = Buffer.from(bytes).toString();
  return text !== "" && type.endsWith("json") ? JSON.parse(text) : text;
}

/** What an answer must be: as the description says, and readable by whoever calls. */
function expectDeclared(method: string, path: string, answer: Answer, ownRequestIds = true): void {
  const { status, headers, body } = answer;
  const what = `${method} ${path} answered ${status} ${JSON.stringify(body)}`;
  expectDescribed(method, path, answer);
  expect(headers.get("x-amzn-requestid"), what).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin"), what).toBe("*");
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.get("strict-transport-security"), what).toMatch(/^max-age=\d{8,}/);
  expect(headers.get("cache-control"), what).toBeTruthy();
  if (status >= 400 && ownRequestIds) expect(body.instance, what).toBe(headers.get("x-amzn-requestid"));
}
