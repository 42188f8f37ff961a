import { describe, expect, inject, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";
import { admin, openApi } from "../support/api/api.ts";
import { runJobCommand } from "../support/stack/jobs.ts";

const { dataDir } = inject("service");
const runJob = (name: string, ...args: string[]) => runJobCommand(dataDir, name, args);

// The second one takes 30 seconds.
describe.concurrent("npm run forget", () => {
  test("lists a person's data, and deletes them only with --yes", {
    timeout: 300_000,
  }, async () => {
    const { api, create, get, vote, observationBody, species } = await annotationRequests();
    const token = await api.tokenFor(admin);
    const email = `dee-${crypto.randomUUID()}@example.org`;
    const invite = (key: string) =>
      api.call("POST", "/users", {
        token,
        headers: { "Idempotency-Key": `${email}-${key}` },
        body: { email, role: "annotator" },
      });
    const { id } = (await invite("first")).body;
    const dee = { email, token: await api.tokenFor(email, `Dee ${id}`) };
    await api.call("GET", "/users/me", dee);
    const made = await create(observationBody({ observer: `Dee ${id}` }), dee);
    await vote(made.body.id, species.id, dee);
    await api.call("DELETE", `/users/${email}`, { token });
    const observer = async () => (await get(made.body.id, "observation")).body.observer;

    const found = await runJob("forget", "--email", email);
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toContain(`User ${id} (deleted), "Dee ${id}"`);
    expect(found.stdout).toContain(
      `Observer "Dee ${id}" of 1 annotations: will be replaced by "deleted user".`,
    );
    expect(found.stdout).toContain("Nothing was changed.");
    expect(await observer()).toBe(`Dee ${id}`);

    expect(await runJob("forget", "--email", email, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Erased: 1 users. Replaced: the observer of 1 annotations."),
    });
    expect(await observer()).toBe("deleted user");
    const [identification] = (await get(made.body.id, "identification")).body.identifications;
    expect(identification.identified_by).toEqual([{ id, display_name: "deleted user", role: "readonly" }]);
    expect(await runJob("forget", "--email", email, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("No user has this address."),
    });

    expect(await invite("first")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("was deleted") },
    });
    expect((await invite("second")).body.id).toBeGreaterThan(id);
    expect(await runJob("verify-index")).toMatchObject({ code: 0 });
  });

  test("locks out a user, and waits for the user's running requests", {
    timeout: 120_000,
  }, async () => {
    const api = openApi();
    const user = await api.userWith("admin");
    expect(await runJob("forget", "--email", user.email, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Erased: 1 users."),
      stderr: expect.stringContaining("Waiting 30 seconds"),
    });
    expect((await api.call("GET", "/users/me", user)).status).toBe(403);
  });

  test("needs an e-mail address", async () => {
    expect(await runJob("forget", "--email", "dee")).toMatchObject({
      code: 1,
      stderr: "--email must be the person's e-mail address, such as chi@example.org.\n",
    });
  });
});
