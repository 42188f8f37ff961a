import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../../local/seed/seed.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

let stack: Awaited<ReturnType<typeof startOwnStack>>;
beforeAll(async () => {
  stack = await startOwnStack({ AnnotationShape: "observation" });
});
afterAll(() => stack.close());

test("a deployment returns annotations in the configured shape, and in the other one on request", async () => {
  const { origin, tokenFor, call } = stack.api;
  await seed(origin, admin, tokenFor, stack.putVideo);
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
