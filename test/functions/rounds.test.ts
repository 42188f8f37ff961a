import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measureRounds, overBudget } from "../../bench/support/measure-rounds.ts";
import { roundCases } from "../../bench/support/round-cases.ts";
import { type Functions, startFunctions } from "../../bench/support/round-functions.ts";
import { endpoints } from "../../lib/endpoints.ts";
import { useTable } from "../support/dynamo/use-table.ts";

const database = useTable();
let functions: Functions;
beforeAll(async () => {
  functions = await startFunctions(database);
});
afterAll(() => functions.close());

const nameOf = ({ operationId, variant }: (typeof roundCases)[number]) =>
  variant === undefined ? operationId : `${operationId}, ${variant}`;
const changing = roundCases.filter(({ operationId }) =>
  endpoints.some(
    ({ contract }) =>
      contract.operationId === operationId && contract.method !== "GET" && contract.access !== "readonly",
  ),
);

// Each call needs the records of earlier calls.
describe("rounds of store requests", { shuffle: false }, () => {
  test.each(roundCases.map((each) => [nameOf(each), each] as const))(
    "%s stays within its budget",
    async (_, each) => {
      expect(overBudget(await measureRounds(functions, each))).toBeUndefined();
    },
  );

  test("an unknown site key and a known site key with a wrong secret cause the same requests", async () => {
    const [, id = "", secret = ""] = /^wvk_(\d+)_(.*)$/.exec(functions.tokens.site) ?? [];
    const other = [...secret].toReversed().join("");
    const forSites = roundCases.filter(({ caller }) => caller === "site");
    expect(forSites.length).toBeGreaterThan(0);
    for (const each of forSites) {
      for (const token of [`wvk_${id}_${other}`, `wvk_999999_${secret}`]) {
        const { answer, rounds } = await functions.call(each, token, "invalid-key");
        expect(answer.statusCode).toBe(401);
        expect(rounds.requests, `${nameOf(each)} with ${token}`).toEqual(["BatchGetItem"]);
      }
    }
  });

  test("a request without access writes no record", async () => {
    const email = "reader@example.org";
    const reader = await functions.sign(email);
    const invitation = { operationId: "create-user", body: { email, role: "readonly" } };
    expect((await functions.call(invitation, functions.tokens.admin, "refused")).answer.statusCode).toBe(201);
    expect((await functions.call({ operationId: "get-me" }, reader, "refused")).answer.statusCode).toBe(200);
    expect(changing.length).toBeGreaterThan(20);
    for (const each of changing) {
      const { answer, rounds } = await functions.call(each, reader, "refused");
      expect(answer.statusCode, nameOf(each)).toBe(403);
      expect(rounds.requests, nameOf(each)).not.toContain("TransactWriteItems");
      expect(rounds.requests, nameOf(each)).not.toContain("PutItem");
      // These are the counter of the rate limit and, for a create, an id that stays unused.
      const updates = rounds.requests.filter((operation) => operation === "UpdateItem").length;
      expect(updates, nameOf(each)).toBeLessThanOrEqual(2);
    }
  });
});
