import { describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { type Role, roles } from "../../shared/domain/person/role.ts";
import { nothing } from "../../shared/http/contract.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();

/** A user of each role, created when a test first needs one. */
const users = new Map<Role, ReturnType<typeof api.userWith>>();
function userWith(role: Role) {
  const user = users.get(role) ?? api.userWith(role);
  users.set(role, user);
  return user;
}

/** Well-formed values of path parameters that refer to no record. */
const unknownId: Record<string, string> = {
  id: "999999999",
  email: "nobody@example.org",
  species_id: "999999999",
  key_id: "999999999",
  asset: "nothing.js",
  type: "annotations",
};
const garbageId: Record<string, string> = {
  id: "%00x",
  email: "no-email",
  species_id: "0",
  key_id: "x",
  asset: "%00x",
  type: "records",
};

const contracts = endpoints.map(({ contract }) => contract);
const fill = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
const tokenOf = async (access: string) =>
  access === "public" ? undefined : (await userWith(access === "identified" ? "readonly" : "admin")).token;

/** Index in `roles` of the lowest sufficient role; `undefined` for a public endpoint. */
function leastRole(access: string): number | undefined {
  if (access === "public") return undefined;
  // Any user may call an endpoint with the access `identified`.
  if (access === "identified") return 0;
  const names: readonly string[] = roles;
  const index = names.indexOf(access.replace(" or site", ""));
  if (index < 0) throw new Error(`Unknown access: ${access}`);
  return index;
}

describe("without a credential", () => {
  const closed = contracts.filter(({ access }) => access !== "public");

  test.each(closed)(
    "$operationId returns 401 and names the authentication scheme",
    async ({ method, path }) => {
      const answer = await api.call(method, fill(path, unknownId), {
        body: method === "GET" ? undefined : {},
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    },
  );

  test.each(closed)(
    "$operationId returns 401 even if path, query and body are invalid",
    async ({ method, path }) => {
      const body = method === "GET" ? undefined : "{";
      const answer = await api.call(method, `${fill(path, garbageId)}?nonsense=1&limit=x`, { body });
      expect(answer.status).toBe(401);
    },
  );
});

describe("with an insufficient role", () => {
  const lower = contracts.flatMap((contract) =>
    roles.slice(0, leastRole(contract.access) ?? 0).map((role) => ({ ...contract, role })),
  );

  test.each(lower)("$operationId returns 403 for $role", async ({ method, path, role }) => {
    const { token } = await userWith(role);
    const answer = await api.call(method, fill(path, garbageId), {
      token,
      body: method === "GET" ? undefined : "{",
    });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain(role);
  });
});

describe("with a sufficient role", () => {
  const sufficient = contracts.flatMap((contract) => {
    const least = leastRole(contract.access);
    return least === undefined ? [] : roles.slice(least).map((role) => ({ ...contract, role }));
  });

  test.each(sufficient)(
    "$operationId accepts the role $role",
    async ({ operationId, method, path, role }) => {
      const { email, token } = await userWith(role);
      // Users may read themselves; no other endpoint depends on which record a user requests.
      const target = fill(path, operationId === "get-user" ? { email } : unknownId);
      const answer = await api.call(method, target, { token, body: method === "GET" ? undefined : {} });
      expect([200, 400, 404]).toContain(answer.status);
    },
  );
});

describe("with input that no endpoint accepts", () => {
  // An issuer adds its own parameters when it redirects people to the page.
  const withoutPage = contracts.filter(({ operationId }) => operationId !== "get-app");
  test.each(withoutPage)(
    "$operationId rejects an unknown query parameter",
    async ({ method, path, access, body }) => {
      const token = await tokenOf(access);
      const answer = await api.call(method, `${fill(path, unknownId)}?nonsense=1`, {
        token,
        body: body === nothing ? undefined : {},
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual({ pointer: "/query/nonsense", detail: expect.any(String) });
    },
  );

  const changing = contracts.filter(({ method }) => method !== "GET");

  test.each(changing)("$operationId rejects a body that is not JSON", async ({ method, path, access }) => {
    const token = await tokenOf(access);
    const answer = await api.call(method, fill(path, unknownId), { token, body: '{"name":' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body" }] } });
  });

  test.each(changing)(
    "$operationId rejects a body of null, false, 0 or an empty text",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      for (const body of ["null", "false", "0", '""']) {
        const answer = await api.call(method, fill(path, unknownId), { token, body });
        expect(answer.status, body).toBe(400);
        expect(answer.body.errors[0].pointer, body).toBe("/body");
      }
    },
  );

  test.each(changing)(
    "$operationId rejects an unknown field and points at it",
    async ({ operationId, method, path, access }) => {
      const token = await tokenOf(access);
      const target = fill(path, unknownId);
      const error = { pointer: "/body/no~1such~0field", detail: expect.any(String) };
      // The name of the stream's field determines the shape of an annotation.
      const annotation = { videostreamId: 1, "no/such~field": 1 };
      if (operationId.endsWith("-batch")) {
        const { status, body } = await api.call(method, target, { token, body: [annotation] });
        expect({ status, item: body[0].status }).toEqual({ status: 200, item: 400 });
        expect(body[0].problem.errors).toContainEqual({ ...error, pointer: "/body/0/no~1such~0field" });
        return;
      }
      const body = operationId === "create-annotation" ? annotation : { "no/such~field": 1 };
      const answer = await api.call(method, target, { token, body });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual(error);
    },
  );

  test.each(changing)(
    "$operationId rejects a body of another media type",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      const headers = { "Content-Type": "text/plain" };
      const answer = await api.call(method, fill(path, unknownId), { token, body: "name=x", headers });
      expect(answer.status).toBe(415);
    },
  );

  test.each(changing)(
    "$operationId rejects a body that attempts prototype pollution",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      const body = '{"__proto__":{"admin":true}}';
      expect((await api.call(method, fill(path, unknownId), { token, body })).status).toBe(400);
    },
  );
});

describe("a path parameter", () => {
  const addressed = contracts.filter(({ path }) => path.includes("{"));
  const sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
  /** Valid bodies, so that only the path is wrong. */
  const validBody: Record<string, unknown> = {
    "update-user": { role: "readonly" },
    "update-capture-source": { name: "x" },
    "update-species": { common_name: "x" },
    "update-annotation": { observer: "x" },
    "create-site-key": {},
    "start-import": {},
    "sign-upload-parts": { parts: [{ number: 1, sha256, bytes: 1 }] },
    "complete-upload": { parts: [{ number: 1, sha256 }] },
    "update-video-stream": { stream_url: "https://video.example/1" },
  };

  const validQuery: Record<string, string> = { "get-video-stream-media": "?time=00:00:00-00:00:01" };

  test.each(addressed)(
    "of $operationId returns 404 if it refers to no record",
    async ({ operationId, method, path, access }) => {
      const token = await tokenOf(access);
      const target = `${fill(path, unknownId)}${validQuery[operationId] ?? ""}`;
      const answer = await api.call(method, target, { token, body: validBody[operationId] });
      expect(answer.status).toBe(404);
    },
  );

  const parameters = addressed.flatMap((contract) =>
    [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ ...contract, name })),
  );

  test.each(parameters)(
    "of $operationId returns 400 with a pointer if $name is malformed",
    async ({ operationId, method, path, access, name }) => {
      const token = await tokenOf(access);
      const target = fill(path, { ...unknownId, [name]: garbageId[name] ?? "" });
      const answer = await api.call(method, target, { token, body: validBody[operationId] });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].pointer).toBe(`/path/${name}`);
    },
  );
});

describe("an unknown path or method", () => {
  test.each([
    ["GET", "/nothing"],
    ["GET", "/"],
    ["PUT", "/users/me"],
    ["DELETE", "/health"],
    ["GET", "/users/me/more"],
  ])("returns a 404 problem: %s %s", async (method, path) => {
    expect((await api.call(method, path)).status).toBe(404);
  });

  // API Gateway reads the Authorization header as an AWS signature, and then uses another response type.
  test.each([
    ["GET", "/nothing"],
    ["PUT", "/users/me"],
  ])("returns the same problem with a token: %s %s", async (method, path) => {
    for (const token of [await tokenOf("admin"), "no-token"]) {
      expect(await api.call(method, path, { token })).toMatchObject({
        status: 404,
        body: { status: 404, type: "not-found" },
      });
    }
  });
});
