import { expect, inject, type ProvidedContext } from "vitest";
import { signToken } from "../../../local/oidc/sign-token.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import type { Role } from "../../../shared/domain/person/role.ts";
import { expectDescribed } from "./expect-described.ts";

export type Call = {
  readonly token?: string | undefined;
  /** Body, sent as JSON. A string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, text, the bytes of a file, or `""` if there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
};

/** E-mail address of the admin in the stack's settings. */
export const admin = "admin@example.org";

type Service = Pick<ProvidedContext["service"], "origin" | "issuer" | "dataDir"> &
  Partial<ProvidedContext["service"]>;

/** Returns functions that call the stack that the HTTP test files share. Responses must match docs/openapi.json. */
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

  /** Creates a user with this role and signs a token for them. */
  async function userWith(role: Role): Promise<{ email: string; token: string }> {
    const adminToken = await tokenFor(admin);
    expect((await call("GET", "/users/me", { token: adminToken })).status).toBe(200);
    // The address belongs to no user, so that no test can change or delete the owner of the only token.
    if (service.oneToken !== undefined) return { email: "nobody@test.invalid", token: adminToken };
    const email = `${role}-${crypto.randomUUID()}@example.org`;
    expect((await call("POST", "/users", { token: adminToken, body: { email, role } })).status).toBe(201);
    return { email, token: await tokenFor(email) };
  }

  return { ...service, call, tokenFor, userWith };
}

export type Api = ReturnType<typeof openApi>;

/** Returns parsed JSON, text, the bytes of a file, or `""` if there is no body. */
export async function bodyOf(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  if (bytes.length > 0 && !/^text\/|json$/.test(type)) return bytes;
  const text = Buffer.from(bytes).toString();
  return text !== "" && type.endsWith("json") ? JSON.parse(text) : text;
}

/** Checks a response against the description, and the headers that every response must have. */
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
