import { describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { type Role, roles } from "../../shared/domain/role.ts";
import { nothing } from "../../shared/http/contract.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();

/** A user of each role, made when it is first needed. */
const users = new Map<Role, ReturnType<typeof api.userWith>>();
function userWith(role: Role) {
  const user = users.get(role) ?? api.userWith(role);
  users.set(role, user);
  return user;
}

/** For each path parameter, a value of the right form that names nothing, and one that is garbage. */
const unknownId: Record<string, string> = {
  id: "999999999",
  email: "nobody@example.org",
  species_id: "999999999",
  key_id: "999999999",
  asset: "nothing.js",
};
const garbageId: Record<string, string> = {
  id: "%00x",
  email: "no-email",
  species_id: "0",
  key_id: "x",
  asset: "%00x",
};

const roleNames: readonly string[] = roles;
const leastRole = (access: string) => access.replace(" or site", "");

const contracts = endpoints.map(({ contract }) => contract);
const fill = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
const tokenOf = async (access: string) =>
  access === "public" ? undefined : (await userWith(access === "identified" ? "readonly" : "admin")).token;

describe("without a credential", () => {
  const closed = contracts.filter(({ access }) => access !== "public");

  test.each(closed)("$operationId is 401 and names the scheme", async ({ method, path }) => {
    const answer = await api.call(method, fill(path, unknownId), { body: method === "GET" ? undefined : {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  test.each(closed)("$operationId is 401 before it looks at a garbage body", async ({ method, path }) => {
    if (method === "GET") return;
    expect((await api.call(method, fill(path, garbageId), { body: "{" })).status).toBe(401);
  });
});

describe("with a role too low", () => {
  const lower = contracts.flatMap((contract) =>
    roles
      .slice(0, Math.max(0, roleNames.indexOf(leastRole(contract.access))))
      .map((role) => ({ ...contract, role })),
  );

  test.each(lower)("$operationId is 403 for $role", async ({ method, path, role }) => {
    const { token } = await userWith(role);
    const answer = await api.call(method, fill(path, garbageId), {
      token,
      body: method === "GET" ? undefined : "{",
    });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain(role);
  });
});

describe("with a role that suffices", () => {
  const higher = contracts.flatMap((contract) => {
    const least = roleNames.indexOf(leastRole(contract.access));
    return least < 0 ? [] : roles.slice(least).map((role) => ({ ...contract, role }));
  });

  test.each(higher)("$operationId lets $role in", async ({ operationId, method, path, role }) => {
    const { email, token } = await userWith(role);
    // A user may look at itself; nothing else depends on what is asked for here.
    const target = fill(path, operationId === "get-user" ? { email } : unknownId);
    const answer = await api.call(method, target, { token, body: method === "GET" ? undefined : {} });
    expect([200, 400, 404]).toContain(answer.status);
  });
});

describe("with what no endpoint takes", () => {
  test.each(contracts)(
    "$operationId refuses an unknown query parameter",
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
  // A batch is a list, and what is wrong with an item is that item's result.
  const withFields = changing.filter(({ operationId }) => operationId !== "create-annotation-batch");

  test.each(changing)("$operationId refuses a body that is no JSON", async ({ method, path, access }) => {
    const token = await tokenOf(access);
    const answer = await api.call(method, fill(path, unknownId), { token, body: '{"name":' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body" }] } });
  });

  test.each(changing)(
    "$operationId refuses a body that is null, false, 0 or empty text",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      for (const body of ["null", "false", "0", '""']) {
        const answer = await api.call(method, fill(path, unknownId), { token, body });
        expect(answer.status, body).toBe(400);
        expect(answer.body.errors[0].pointer, body).toBe("/body");
      }
    },
  );

  test.each(withFields)(
    "$operationId refuses an unknown field, and says which",
    async ({ operationId, method, path, access }) => {
      const token = await tokenOf(access);
      // An annotation's body has two forms: the name of its stream's field tells which.
      const rest = operationId === "create-annotation" ? { videostreamId: 1 } : {};
      const body = { ...rest, "no/such~field": 1 };
      const answer = await api.call(method, fill(path, unknownId), { token, body });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual({
        pointer: "/body/no~1such~0field",
        detail: expect.any(String),
      });
    },
  );

  test.each(changing)(
    "$operationId refuses a body of another media type",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      const headers = { "Content-Type": "text/plain" };
      expect((await api.call(method, fill(path, unknownId), { token, body: "name=x", headers })).status).toBe(
        415,
      );
    },
  );

  test.each(changing)(
    "$operationId refuses a body that poisons prototypes",
    async ({ method, path, access }) => {
      const token = await tokenOf(access);
      const body = '{"__proto__":{"admin":true}}';
      expect((await api.call(method, fill(path, unknownId), { token, body })).status).toBe(400);
    },
  );
});

describe("a path parameter", () => {
  const addressed = contracts.filter(({ path }) => path.includes("{"));
  /** Bodies with which the request is right but for the path. */
  const rightBody: Record<string, unknown> = {
    "update-user": { role: "readonly" },
    "update-capture-source": { name: "x" },
    "update-species": { common_name: "x" },
    "update-annotation": { observer: "x" },
    "create-site-key": {},
    "update-video-stream": { stream_url: "https://video.example/1" },
  };

  const rightQuery: Record<string, string> = { "get-video-stream-media": "?time=00:00:00-00:00:01" };

  test.each(addressed)(
    "of $operationId that names nothing is 404",
    async ({ operationId, method, path, access }) => {
      const token = await tokenOf(access);
      const target = `${fill(path, unknownId)}${rightQuery[operationId] ?? ""}`;
      const answer = await api.call(method, target, { token, body: rightBody[operationId] });
      expect(answer.status).toBe(404);
    },
  );

  test.each(addressed)(
    "of $operationId that is garbage is 400 and says so",
    async ({ operationId, method, path, access }) => {
      const token = await tokenOf(access);
      const answer = await api.call(method, fill(path, garbageId), { token, body: rightBody[operationId] });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].pointer).toMatch(/^\/path\//);
    },
  );
});

describe("a path or method that is not there", () => {
  test.each([
    ["GET", "/nothing"],
    ["GET", "/"],
    ["PUT", "/users/me"],
    ["DELETE", "/health"],
    ["GET", "/users/me/more"],
  ])("%s %s is a 404 problem", async (method, path) => {
    expect((await api.call(method, path)).status).toBe(404);
  });
});
