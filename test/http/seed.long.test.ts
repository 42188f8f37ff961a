import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../../local/seed/seed.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

let stack: Awaited<ReturnType<typeof startOwnStack>>;
beforeAll(async () => {
  stack = await startOwnStack();
});
afterAll(() => stack.close());

test("the seed fills every list, and changes nothing when it runs again", async () => {
  const { origin, tokenFor, call } = stack.api;
  let filmed = 0;
  const putVideoOnce = (name: string, makeVideo: () => Promise<Buffer>) =>
    stack.putVideoOnce(name, () => {
      filmed += 1;
      return makeVideo();
    });
  const runSeed = () => seed(origin, admin, tokenFor, putVideoOnce);
  await runSeed();
  expect(filmed).toBe(5);
  const token = await tokenFor(admin);
  const everything = async () => {
    const paths = [
      "/capturesources",
      "/videostreams",
      "/species",
      "/annotations",
      "/annotations?shape=observation",
    ];
    return Promise.all(paths.map(async (path) => (await call("GET", path, { token })).body));
  };
  const first = await everything();
  // The five species are the four of the demonstration, and one of the kind blank.
  expect(first.map(({ total }) => total)).toEqual([4, 7, 5, 19, 19]);
  const voters = first[3].results.flatMap(
    ({ identifications }: { identifications: { identified_by: object[] }[] }) =>
      identifications.map(({ identified_by }) => identified_by.length),
  );
  expect(Math.max(...voters)).toBeGreaterThan(1);
  await runSeed();
  expect(await everything()).toEqual(first);
  expect(filmed).toBe(5);
});

test("the seed gives every user a name", async () => {
  const { call, tokenFor } = stack.api;
  const { results } = (await call("GET", "/users", { token: await tokenFor(admin) })).body;
  expect(results.map((user: { display_name: string }) => user.display_name)).toEqual([
    "Local admin",
    "Ana Duarte",
    "Ben Okafor",
    "Chi Nguyen",
  ]);
});
