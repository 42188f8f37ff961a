import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindOf, onlyHere, reasonToSkip } from "./elsewhere.ts";

const votes = "annotation-votes > votes > fifty at once by ten people end as some order of them explains";
const local = { kind: "local stack", oneToken: false } as const;

test.each([
  [votes, local, undefined],
  [votes, { ...local, oneToken: true }, /several people/],
  [votes, { ...local, kind: "ministack" }, /run out of time/],
  ["every-endpoint > with a role too low > create-user is 403 for readonly", local, undefined],
  [
    "every-endpoint > with a role too low > create-user is 403 for readonly",
    { ...local, oneToken: true },
    /admin/,
  ],
  ["every-endpoint > without a credential > create-user is 401", { ...local, oneToken: true }, undefined],
] as const)("%s, at %o: %s", (name, place, reason) => {
  const given = reasonToSkip(name, place);
  if (reason === undefined) expect(given).toBeUndefined();
  else expect(given).toMatch(reason);
});

test.each(onlyHere)("%s is a file of tests", (file) => {
  expect(existsSync(path.join(import.meta.dirname, `../http/${file}.test.ts`))).toBe(true);
});

describe("what answers is told by its health", () => {
  let edition: string | undefined;
  const server = createServer((_, response) => {
    response.writeHead(edition === undefined ? 404 : 200).end(JSON.stringify({ edition }));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each([
    ["community", "localstack"],
    ["light", "ministack"],
    [undefined, "local stack"],
  ])("edition %s: %s", async (given, kind) => {
    edition = given;
    expect(await kindOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/_aws/x`)).toBe(kind);
  });

  test("AWS is known by its name", async () => {
    expect(await kindOf("https://abc.execute-api.us-east-1.amazonaws.com")).toBe("aws");
  });
});
