import { afterAll, beforeAll, expect, test } from "vitest";
import { roles } from "../../shared/domain/person/role.ts";
import { type Caller, runFuzz } from "../fuzz/run-fuzz.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

const isSoak = process.env["SOAK_SECONDS"] !== undefined;
const minRequests = isSoak ? 10_000 : 0;
const maxMs = isSoak ? 1_800_000 : 240_000;

let stack: Awaited<ReturnType<typeof startOwnStack>>;
const callers: Caller[] = [
  { name: "no credential", token: "" },
  { name: "an invalid token", token: "no-token" },
];

beforeAll(async () => {
  stack = await startOwnStack();
  const { api } = stack;
  expect((await api.call("GET", "/users/me", { token: await api.tokenFor(admin) })).status).toBe(200);
  for (const role of roles) callers.push({ name: role, role, token: (await api.userWith(role)).token });
});
afterAll(() => stack.close());

test("responses to random requests match the description, and every operation succeeds at least once", {
  timeout: maxMs + 60_000,
}, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
  const { origin } = stack.api;
  // These operations need a video, its parts or another file, which random requests lack.
  const mayFail = [
    ...["get-video-stream-media", "play-video-stream", "create-copy", "complete-upload", "sign-upload-parts"],
    "start-import",
  ];
  const run = await runFuzz({ origin, callers, mayFail, seed, minMs: 10_000, minRequests, maxMs });
  const statuses = [...run.statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.log(`Fuzz with SEED=${seed}: ${run.sent} requests, ${statuses.join(", ")}`);
  expect(run.wrong.join("\n\n"), `SEED=${seed}`).toBe("");
  expect(run.neverSucceeded, `SEED=${seed}`).toEqual([]);
});
