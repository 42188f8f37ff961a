import { expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { runJobCommand } from "../support/stack/jobs.ts";

const { dataDir } = inject("service");

test("npm run forget locks out a user, and waits for the user's running requests", {
  timeout: 120_000,
}, async () => {
  const api = openApi();
  const user = await api.userWith("admin");
  expect(await runJobCommand(dataDir, "forget", ["--email", user.email, "--yes"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Erased: 1 users."),
    stderr: expect.stringContaining("Waiting 30 seconds"),
  });
  expect((await api.call("GET", "/users/me", user)).status).toBe(403);
});
