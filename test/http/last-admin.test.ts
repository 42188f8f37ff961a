import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Api } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

// This file has its own stack, because the check counts the admins of the whole service.
let stack: Awaited<ReturnType<typeof startOwnStack>>;
let api: Api;
let boss: string;

beforeAll(async () => {
  stack = await startOwnStack({ AdminEmails: "boss@example.org", AllowedEmailDomains: "example.org" });
  api = stack.api;
  boss = await api.tokenFor("boss@example.org");
});
afterAll(() => stack.close());
beforeEach(async () => {
  expect((await api.call("GET", "/users/me", { token: boss })).body.role).toBe("admin");
});

const patch = (email: string, role: string, token = boss) =>
  api.call("PATCH", `/users/${email}`, { token, body: { role } });

test("the last admin can be neither demoted nor deleted", async () => {
  expect(await patch("boss@example.org", "curator")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("last admin") },
  });
  expect((await api.call("DELETE", "/users/boss@example.org", { token: boss })).status).toBe(409);
  expect((await patch("boss@example.org", "admin")).status).toBe(200);
});

test("an admin can be deleted while another admin exists, and only an invitation restores the deleted admin", async () => {
  await api.call("POST", "/users", { token: boss, body: { email: "second@example.org", role: "admin" } });
  const second = await api.tokenFor("second@example.org");
  expect((await api.call("DELETE", "/users/boss@example.org", { token: second })).status).toBe(200);
  // ADMIN_EMAILS alone does not restore a deleted admin.
  expect((await api.call("GET", "/users/me", { token: boss })).status).toBe(403);
  expect((await patch("second@example.org", "curator", second)).status).toBe(409);
  const body = { email: "boss@example.org", role: "admin" };
  expect((await api.call("POST", "/users", { token: second, body })).status).toBe(201);
  expect((await patch("second@example.org", "curator")).status).toBe(200);
});

test("at least one admin remains when all admins demote or delete one another at once", async () => {
  const others = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.org`);
  for (let round = 0; round < 5; round++) {
    for (const email of others) {
      const invited = await api.call("POST", "/users", { token: boss, body: { email, role: "admin" } });
      if (invited.status === 409) expect((await patch(email, "admin")).status).toBe(200);
    }
    const all = ["boss@example.org", ...others];
    const answers = await Promise.all(
      all.map(async (email, i) => {
        const next = all[(i + 1) % all.length] ?? "";
        return round % 2 === 0
          ? patch(next, "readonly", await api.tokenFor(email))
          : api.call("DELETE", `/users/${next}`, { token: await api.tokenFor(email) });
      }),
    );
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    const users = await Promise.all(
      all.map(async (email) => api.call("GET", "/users/me", { token: await api.tokenFor(email) })),
    );
    const admins = users.filter(({ body }) => body.role === "admin");
    expect(admins.length).toBeGreaterThanOrEqual(1);
    const count = answers.filter(({ status }) => status === 200).length;
    expect(admins.length).toBe(all.length - count);
    await restoreBoss(admins[0]?.body.email);
  }
});

async function restoreBoss(by: string): Promise<void> {
  const token = await api.tokenFor(by);
  const body = { email: "boss@example.org", role: "admin" };
  const invited = await api.call("POST", "/users", { token, body });
  if (invited.status === 409) expect((await patch(body.email, "admin", token)).status).toBe(200);
}
