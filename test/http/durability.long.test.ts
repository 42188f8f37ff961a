import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { startRawServer } from "../shared/media/fetch/raw-server.ts";
import { openApi } from "../support/api/api.ts";
import { startedStack } from "../support/stack/started-stack.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "kill-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the local stack loses no acknowledged record when it is killed during 200 parallel creates", {
  timeout: 120_000,
}, async () => {
  const first = await startedStack(dataDir);
  const api = openApi(first);
  const token = await api.tokenFor(stackAdmin);
  await api.call("GET", "/users/me", { token });

  const acknowledged = new Map<number, string>();
  let refused = 0;
  let killed: Promise<unknown> | undefined;
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const body = {
        name: `camera ${i}`,
        location: `${i % 90},${i % 180}`,
        camera_hardware: "x",
        site_id: i,
      };
      try {
        const { status, body: created } = await api.call("POST", "/capturesources", { token, body });
        if (status === 200) acknowledged.set(created.id, body.name);
        if (acknowledged.size >= 50) killed ??= first.kill("SIGKILL");
      } catch {
        refused += 1;
      }
    }),
  );
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(50);
  expect(refused).toBeGreaterThan(0);

  const second = await startedStack(dataDir);
  const after = openApi(second);
  const again = await after.tokenFor(stackAdmin);
  const found = await Promise.all(
    [...acknowledged].map(async ([id, name]) => {
      const { body } = await after.call("GET", `/capturesources/${id}`, { token: again });
      return body.name === name;
    }),
  );
  expect(found.filter(Boolean).length).toBe(acknowledged.size);
  // There are no partial records: every site_id that is in use has its source.
  for (let site_id = 0; site_id < 200; site_id += 20) {
    const body = { name: "again", location: "0,0", camera_hardware: "", site_id };
    expect([200, 409]).toContain(
      (await after.call("POST", "/capturesources", { token: again, body })).status,
    );
  }
  expect(await second.kill("SIGINT")).toBe(0);
});

test("the temporary files of a cut are removed at the next start if the local stack is killed during the cut", {
  timeout: 240_000,
}, async () => {
  const silent = await startRawServer(() => {});
  const first = await startedStack(dataDir, { DEV_VIDEO_ORIGINS: silent.origin });
  const api = openApi(first);
  const token = await api.tokenFor(stackAdmin);
  await api.call("GET", "/users/me", { token });
  const post = (target: string, body: unknown) => api.call("POST", target, { token, body });
  const source = await post("/capturesources", { name: "Weir", location: "1,2", camera_hardware: "" });
  const startTime = "2026-03-01T04:00:00Z";
  const stream = await post("/videostreams/live", {
    stream_url: `${silent.origin}/a.mp4`,
    capturesource: source.body.id,
    startTime,
  });
  const cut = api
    .call("GET", `/videostreams/${stream.body.id}/media?time=00:00:00-00:00:01`, { token })
    .catch(() => "lost");
  const folder = path.join(dataDir, "functions-tmp");
  await expect.poll(() => silent.connections(), { timeout: 20_000 }).toBe(1);
  await first.kill("SIGKILL");
  expect(await cut).toBe("lost");
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^wildlife-extraction-/)]);

  const second = await startedStack(dataDir);
  expect(readdirSync(folder)).toEqual([]);
  expect(await second.kill("SIGINT")).toBe(0);
  await silent.close();
});
