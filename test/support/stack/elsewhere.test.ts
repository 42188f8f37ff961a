import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindOf, onlyHere, reasonToSkip, skips } from "./elsewhere.ts";

const pathOf = (file: string) => path.join(import.meta.dirname, `../../http/${file}.test.ts`);

const votes = "annotation-votes > votes > of ten users are all kept after fifty concurrent calls";
const otherRoles = "every-endpoint > with an insufficient role > create-user returns 403 for readonly";
const unknownRole = "users > PATCH and DELETE /users/{email} > return 400 for a role that does not exist";
const local = { kind: "local stack", oneToken: false } as const;

describe("the reason to skip", () => {
  test.each([
    [votes, local, undefined],
    [votes, { ...local, oneToken: true }, /several users/],
    [votes, { ...local, kind: "ministack" }, /time out/],
    [otherRoles, local, undefined],
    [otherRoles, { ...local, oneToken: true }, /admin/],
    [
      "every-endpoint > without a credential > create-user returns 401",
      { ...local, oneToken: true },
      undefined,
    ],
    ["browser > a long response is compressed for a caller", { ...local, kind: "localstack" }, /LocalStack/],
    ["browser > a long response is compressed for a caller", local, undefined],
    [
      "every-endpoint > an unknown path or method > returns a 404 problem: GET /nothing",
      { ...local, kind: "localstack" },
      /gateway response/,
    ],
    [votes, { ...local, kind: "localstack" }, undefined],
    ["users > access > ignores the case of e-mails", { ...local, oneToken: true }, /several users/],
    [unknownRole, { ...local, oneToken: true }, undefined],
  ] as const)("for %s at %o is %s", (name, place, reason) => {
    const given = reasonToSkip(name, place);
    if (reason === undefined) expect(given).toBeUndefined();
    else expect(given).toMatch(reason);
  });
});

describe("the lists of tests to skip", () => {
  test.each(onlyHere)("name only existing files: %s", (file) => {
    expect(existsSync(pathOf(file))).toBe(true);
  });

  test.each(skips)(
    "name only texts that the test files contain: $file $words $except",
    ({ file, words = [], except = "" }) => {
      const source = readFileSync(pathOf(file), "utf8");
      expect([...words, except].filter((each) => !source.includes(each))).toEqual([]);
    },
  );
});

describe("the kind of a deployment", () => {
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
  ])("for the edition %s is %s", async (given, kind) => {
    edition = given;
    expect(await kindOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/_aws/x`)).toBe(kind);
  });

  test("is AWS for a host name of API Gateway", async () => {
    expect(await kindOf("https://abc.execute-api.us-east-1.amazonaws.com")).toBe("aws");
  });
});
