import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../../local/seed/seed.ts";
import { videoBucket } from "../../local/storage.ts";
import { roles } from "../../shared/domain/person/role.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

let stack: Awaited<ReturnType<typeof startOwnStack>>;
beforeAll(async () => {
  stack = await startOwnStack({
    AnnotationShape: "observation",
    MediaRole: "annotator",
    PlayRole: "curator",
  });
  const { api } = stack;
  // These tests do not need the videos themselves.
  await seed(api.origin, admin, api.tokenFor, async (name) => `s3://${videoBucket}/${name}`);
});
afterAll(() => stack.close());

test("a deployment returns annotations in the configured shape, and in the other shape on request", async () => {
  const { tokenFor, call } = stack.api;
  const token = await tokenFor(admin);
  const get = async (path: string) => (await call("GET", path, { token })).body;
  expect(Object.keys((await get("/annotations")).results[0])).toContain("observation");
  expect(Object.keys(await get("/annotations/1"))).toContain("observation");
  expect(Object.keys((await get("/annotations?shape=identification")).results[0])).toContain(
    "identifications",
  );
  expect(Object.keys(await get("/annotations/1?shape=identification"))).toContain("identifications");
  const voted = await call("POST", "/annotations/1/identifications/1", { token });
  expect(Object.keys(voted.body)).toContain("observation");
});

test("a deployment can set the lowest roles that may play videos and read media", async () => {
  const cut = "/videostreams/999999/media?time=00:00:00-00:00:00";
  const statuses = [];
  for (const role of roles) {
    const { token } = await stack.api.userWith(role);
    const get = async (path: string) => (await stack.api.call("GET", path, { token })).status;
    statuses.push([role, await get("/videostreams/1/play"), await get(cut), await get("/media/999999")]);
  }
  expect(statuses).toEqual([
    ["readonly", 403, 403, 403],
    ["annotator", 403, 404, 404],
    ["curator", 200, 404, 404],
    ["admin", 200, 404, 404],
  ]);
});
