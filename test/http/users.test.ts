import { beforeAll, describe, expect, test } from "vitest";
import { admin, openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = await api.tokenFor(admin);
  await api.call("GET", "/users/me", { token });
});

const address = (domain = "example.org") => `${crypto.randomUUID()}@${domain}`;
const me = async (email: string, name?: string) =>
  api.call("GET", "/users/me", { token: await api.tokenFor(email, name) });
const invite = (email: string, role = "readonly") =>
  api.call("POST", "/users", { token, body: { email, role } });

describe("access", () => {
  test("is refused with 403 to an unknown user, who is told to ask an admin", async () => {
    const email = address();
    const unknown = await api.tokenFor(email);
    const answer = await api.call("GET", "/users/me", { token: unknown });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: `Ask an admin of this service to invite ${email}.` },
    });
    const other = await api.call("GET", "/capturesources/1", { token: unknown });
    expect(other).toMatchObject({ status: 403, body: { detail: expect.stringContaining("/users/me") } });
  });

  test("is readonly for users of an allowed domain from their first GET /users/me on", async () => {
    const email = address("Allowed.Example");
    const early = await api.call("GET", "/capturesources/1", { token: await api.tokenFor(email) });
    expect(early.status).toBe(403);
    const name = `Ann ${crypto.randomUUID()}`;
    expect(await me(email, name)).toMatchObject({
      status: 200,
      body: { email, display_name: name, role: "readonly" },
    });
    const late = await api.call("GET", "/capturesources/999999999", { token: await api.tokenFor(email) });
    expect(late.status).toBe(404);
  });

  test.each(["notallowed.example", "allowed.example.org", "x.allowed.example"])(
    "is refused to the domain %s, which is not allowed.example",
    async (domain) => {
      expect((await me(address(domain))).status).toBe(403);
    },
  );

  test("starts with an invitation and its role, and the first GET /users/me sets the name from the token", async () => {
    const email = address();
    const invited = await invite(email, "curator");
    expect(invited).toMatchObject({ status: 201, body: { email, role: "curator" } });
    expect(invited.body.display_name).toBe(`user ${invited.body.id}`);
    expect(invited.headers.get("location")).toBe(`/api/v1/users/${encodeURIComponent(email)}`);
    const name = `Bea ${crypto.randomUUID()}`;
    expect((await me(email, name)).body).toEqual({ ...invited.body, display_name: name });
    expect((await me(email, "Another")).body.display_name).toBe(name);
  });

  test("is set up once by twenty concurrent first calls", async () => {
    const email = address("allowed.example");
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(email)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  test("ignores the case of e-mails", async () => {
    const email = address();
    const { body } = await invite(email);
    expect((await me(email.toUpperCase())).body.id).toBe(body.id);
    expect((await invite(email.toUpperCase())).status).toBe(409);
  });

  test("is refused with 401 for two Authorization headers", async () => {
    const answer = await api.call("GET", "/users/me", {
      headers: { authorization: `Bearer ${token}, Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe("GET /users/{email}", () => {
  test("returns the caller, ignoring the case of the e-mail", async () => {
    const { email, token } = await api.userWith("readonly");
    expect((await api.call("GET", `/users/${email.toUpperCase()}`, { token })).body.email).toBe(email);
  });

  test("returns other users to an admin only, and 403 to other callers even if the user is unknown", async () => {
    const { email } = await api.userWith("readonly");
    const curator = await api.userWith("curator");
    expect((await api.call("GET", `/users/${email}`, { token: curator.token })).status).toBe(403);
    expect((await api.call("GET", `/users/${address()}`, { token: curator.token })).status).toBe(403);
    expect((await api.call("GET", `/users/${email}`, { token })).body).toMatchObject({
      email,
      role: "readonly",
    });
  });

  test("returns 304 without a body for the current ETag", async () => {
    const { email } = await api.userWith("readonly");
    const etag = (await api.call("GET", `/users/${email}`, { token })).headers.get("etag") ?? "";
    const again = await api.call("GET", `/users/${email}`, { token, headers: { "If-None-Match": etag } });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect(again.headers.get("etag")).toBe(etag);
  });
});

describe("a display name", () => {
  const uuid = () => crypto.randomUUID();
  const rename = (own: string, display_name: unknown, headers = {}) =>
    api.call("PATCH", "/users/me", { token: own, body: { display_name }, headers });

  test("is the part before the @ if the token's name is an address", async () => {
    const [email, name] = [address("allowed.example"), uuid()];
    expect((await me(email, `${name}@example.org`)).body.display_name).toBe(name);
  });

  test("ends with the user's id if another user has the name in the token", async () => {
    const name = `Cy ${uuid()}`;
    expect((await me(address("allowed.example"), name)).body.display_name).toBe(name);
    const { id, display_name } = (await me(address("allowed.example"), name.toUpperCase())).body;
    expect(display_name).toBe(`${name.toUpperCase()} ${id}`);
  });

  test("can be changed by its owner and by an admin", async () => {
    const { email, token: own } = await api.userWith("readonly");
    const [first, second] = [`Dee ${uuid()}`, `Eve ${uuid()}`];
    expect(await rename(own, first)).toMatchObject({ status: 200, body: { email, display_name: first } });
    expect((await api.call("GET", "/users/me", { token: own })).body.display_name).toBe(first);
    const changed = await api.call("PATCH", `/users/${email}`, { token, body: { display_name: second } });
    expect(changed).toMatchObject({ status: 200, body: { email, display_name: second, role: "readonly" } });
    expect((await rename(own, first)).status).toBe(200);
  });

  test("is refused with a pointer to the field if another user has the same name, ignoring case", async () => {
    const [one, other] = [await api.userWith("readonly"), await api.userWith("readonly")];
    const name = `Zoë ${uuid()}`;
    expect((await rename(one.token, name)).status).toBe(200);
    for (const same of [name, name.toUpperCase(), name.normalize("NFD"), `${name} `, "deleted user"]) {
      expect(await rename(other.token, same), same).toMatchObject({
        status: 409,
        body: { errors: [{ pointer: "/body/display_name" }] },
      });
    }
    const byAdmin = { token, body: { display_name: name } };
    expect((await api.call("PATCH", `/users/${other.email}`, byAdmin)).status).toBe(409);
    expect((await api.call("DELETE", `/users/${one.email}`, { token })).status).toBe(200);
    expect((await rename(other.token, name)).status).toBe(200);
  });

  test("cannot be an e-mail address, and cannot be changed with an outdated ETag in If-Match", async () => {
    const { email, token: own } = await api.userWith("readonly");
    expect(await rename(own, email)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/body/display_name", detail: expect.stringContaining("without @") }] },
    });
    const etag = (await api.call("GET", "/users/me", { token: own })).headers.get("etag") ?? "";
    expect((await rename(own, `Fay ${uuid()}`, { "If-Match": etag })).status).toBe(200);
    expect((await rename(own, `Gil ${uuid()}`, { "If-Match": etag })).status).toBe(412);
  });
});

describe("PATCH and DELETE /users/{email}", () => {
  test("take away a role before the next request", async () => {
    const curator = await api.userWith("curator");
    const source = { name: "x", location: "1,2", camera_hardware: "" };
    expect((await api.call("POST", "/capturesources", { token: curator.token, body: source })).status).toBe(
      200,
    );
    const patched = await api.call("PATCH", `/users/${curator.email}`, { token, body: { role: "readonly" } });
    expect(patched).toMatchObject({ status: 200, body: { role: "readonly" } });
    expect((await api.call("POST", "/capturesources", { token: curator.token, body: source })).status).toBe(
      403,
    );
  });

  test("lock out a deleted user at once; only an invitation restores the user, with the same id", async () => {
    const { email, token: own } = await api.userWith("curator");
    const { id } = (await api.call("GET", "/users/me", { token: own })).body;
    expect(await api.call("DELETE", `/users/${email}`, { token })).toMatchObject({ status: 200, body: "" });
    for (const path of ["/users/me", `/users/${email}`, "/capturesources/1"]) {
      expect((await api.call("GET", path, { token: own })).status).toBe(403);
    }
    expect((await api.call("GET", `/users/${email}`, { token })).status).toBe(404);
    expect((await api.call("DELETE", `/users/${email}`, { token })).status).toBe(404);
    expect((await api.call("PATCH", `/users/${email}`, { token, body: { role: "admin" } })).status).toBe(404);
    expect(await invite(email, "annotator")).toMatchObject({ status: 201, body: { id, role: "annotator" } });
    expect((await me(email)).body).toMatchObject({ id, role: "annotator" });
  });

  test("clear the name of a deleted user, so that an invitation does not restore it", async () => {
    const email = address("elsewhere.example");
    await invite(email, "readonly");
    const { id, display_name } = (await me(email, "Old Name")).body;
    expect(display_name).toBe("Old Name");
    await api.call("DELETE", `/users/${email}`, { token });
    expect((await invite(email, "readonly")).body).toMatchObject({ id, display_name: `user ${id}` });
    expect((await me(email, "New Name")).body).toMatchObject({ id, display_name: "New Name" });
  });

  test("lock out a deleted user of the allowed domain, too", async () => {
    const email = address("allowed.example");
    expect((await me(email)).status).toBe(200);
    expect((await api.call("DELETE", `/users/${email}`, { token })).status).toBe(200);
    expect((await me(email)).status).toBe(403);
  });

  test("return 412 for an outdated ETag in If-Match", async () => {
    const { email } = await api.userWith("readonly");
    const path = `/users/${email}`;
    const etag = (await api.call("GET", path, { token })).headers.get("etag") ?? "";
    const change = (role: string) =>
      api.call("PATCH", path, { token, body: { role }, headers: { "If-Match": etag } });
    expect((await change("curator")).status).toBe(200);
    expect((await change("annotator")).status).toBe(412);
    expect((await api.call("DELETE", path, { token, headers: { "If-Match": etag } })).status).toBe(412);
    expect((await api.call("GET", path, { token })).body.role).toBe("curator");
  });

  test("return 400 for a role that does not exist, with the existing roles", async () => {
    const { email } = await api.userWith("readonly");
    const answer = await api.call("PATCH", `/users/${email}`, { token, body: { role: "camera" } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { pointer: "/body/role", detail: expect.stringContaining("`annotator`") },
    ]);
  });
});
