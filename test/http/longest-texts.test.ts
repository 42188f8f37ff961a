import { beforeAll, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let source: number;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
});

// A fox has four bytes of UTF-8. The ligature becomes 18 letters in the normalised form of names.
const foxes = (characters: number, start = "") => start + "🦊".repeat(characters - start.length);
const ligatures = (characters: number) => "ﷺ".repeat(characters);
// Lists find a name by at most eight of its words.
const lineage = Array.from({ length: 16 }, (_, i) => ligatures(245) + "c".repeat(i % 6) + i);
const times = { startTime: "2026-03-01T06:30:00Z", endTime: "2026-03-01T06:30:14.5Z" };

type Case = readonly [what: string, path: string, body: () => object, change: object];

test.each<Case>([
  [
    "capture source",
    "/capturesources",
    () => ({
      name: foxes(256),
      location: "-89.123456789012,-179.123456789012",
      camera_hardware: foxes(1024),
    }),
    { name: ligatures(256), camera_hardware: ligatures(1024) },
  ],
  [
    "video stream",
    "/videostreams",
    () => ({ capturesource: source, stream_url: foxes(2048, "https://a/"), ...times }),
    { stream_url: foxes(2048, "s3://a/") },
  ],
  [
    "live stream",
    "/videostreams/live",
    () => ({ capturesource: source, stream_url: foxes(2048, "https://a/") }),
    { stream_url: foxes(2048, "s3://a/") },
  ],
  [
    "species",
    "/species",
    () => ({ common_name: foxes(256), scientific_name: `a${ligatures(255)}`, lineage }),
    { common_name: ligatures(255), scientific_name: foxes(255), lineage: lineage.map((name) => `${name}b`) },
  ],
])(
  "a %s with texts of maximum length can be created, changed, read and deleted",
  async (_, path, body, change) => {
    const made = await api.call("POST", path, { token, body: body() });
    expect([200, 201]).toContain(made.status);
    const record = `${path.replace("/live", "")}/${made.body.id}`;
    expect((await api.call("PATCH", record, { token, body: change })).status).toBe(200);
    expect((await api.call("GET", record, { token })).body).toMatchObject(change);
    expect((await api.call("DELETE", record, { token })).status).toBe(200);
  },
);

test("a user with an e-mail address of maximum length can be invited, changed, read and deleted", async () => {
  const email = `${foxes(64, crypto.randomUUID())}@${foxes(255)}`;
  expect((await api.call("POST", "/users", { token, body: { email, role: "readonly" } })).status).toBe(201);
  const user = `/users/${encodeURIComponent(email)}`;
  expect((await api.call("PATCH", user, { token, body: { role: "curator" } })).status).toBe(200);
  expect((await api.call("GET", user, { token })).body).toMatchObject({ email, role: "curator" });
  const own = await api.tokenFor(email, foxes(1000));
  expect((await api.call("GET", "/users/me", { token: own })).body.display_name).toBe(foxes(100));
  expect((await api.call("DELETE", user, { token })).status).toBe(200);
});

test.each([
  ["/annotations", "name"],
  ["/annotations", "observer"],
  ["/annotations", "observation[key]"],
  ["/species", "name"],
  ["/capturesources", "name"],
])(
  "GET %s returns an empty list for a `%s` that is longer than any record can have",
  async (path, parameter) => {
    const query = new URLSearchParams({ [parameter]: ligatures(500) });
    expect(await api.call("GET", `${path}?${query}`, { token })).toMatchObject({
      status: 200,
      body: { total: 0, results: [] },
    });
  },
);
