import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDynamoDbClient } from "../../local/dynamodb/client.ts";
import { type DynamoDb, startDynamoDb } from "../../local/dynamodb/start-dynamodb.ts";
import { stackAdmin } from "../../local/running-stack.ts";
import { openTable } from "../../shared/table/table.ts";
import { checkFind } from "../support/find/check-find.ts";
import { runJobCommand } from "../support/stack/jobs.ts";
import { type OwnStack, startOwnStack } from "../support/stack/own-stack.ts";
import { keptSiteKey, loadKeptTable } from "../support/upgrade/kept-table.ts";

describe("a table of version 0.2.0", { shuffle: false }, () => {
  let database: DynamoDb;
  let stack: OwnStack;
  let token: string;
  beforeAll(async () => {
    database = await startDynamoDb();
    stack = await startOwnStack({}, { dynamoDbEndpoint: database.endpoint });
    const client = createDynamoDbClient(database.endpoint);
    await loadKeptTable(openTable(stack.service.stack.tables[0]?.name ?? "", client));
    client.destroy();
    token = await stack.api.tokenFor(stackAdmin);
  }, 60_000);
  afterAll(async () => {
    await stack.close();
    await database.close();
  });

  const call = (method: string, path: string, body?: unknown, by = token) =>
    stack.api.call(method, path, { token: by, body });
  const get = (path: string, by = token) => call("GET", path, undefined, by);
  const job = (name: string) => runJobCommand(stack.dataDir, name);
  const correct = { code: 0, stdout: expect.stringContaining("The list index is correct") };

  // The client of these tests also checks that every response matches docs/openapi.json.
  test.each(["annotations", "videostreams", "capturesources", "species", "exports", "imports"])(
    "has records that GET /%s lists, each of which can be read",
    async (path) => {
      const { body } = await get(`/${path}?limit=100`);
      expect(body.results.length).toBeGreaterThan(0);
      expect(body.total).toBe(body.results.length);
      for (const { id } of body.results) expect((await get(`/${path}/${id}`)).status).toBe(200);
    },
  );

  test.each(["/users", "/media", "/dataset"])("can be read by GET %s", async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test("gives the same results as a brute-force search, for random filters, orders and pages", {
    timeout: 120_000,
  }, async () => {
    expect(await job("verify-index")).toMatchObject(correct);
    const { labels } = await checkFind(stack.api, token, 60, 2);
    expect(labels.length).toBeGreaterThan(30);
  });

  test("has a site key that may still label streams of its camera", async () => {
    const { results } = (await get("/capturesources?name=Kept weir")).body;
    const stream = (await get(`/videostreams?capturesource=${results[0].id}`)).body.results[0].id;
    const label = {
      ...{ videostreamId: stream, timespan: { start: "00:00:01", end: "00:00:02" } },
      ...{ observer: "Detector 6", observation: { behaviour: "resting" }, confidence: 0.5 },
    };
    expect((await call("POST", "/annotations", label, keptSiteKey)).status).toBe(200);
  });

  test.each(["csv", "camtrap-dp", "dwca", "coco", "ytvis"])("can be exported as %s", async (format) => {
    const { status, body } = await call("POST", "/exports", { format });
    expect([status, body.status, body.problem]).toEqual([202, "done", null]);
    expect(body.counts.rows).toBeGreaterThan(10);
  });

  test("has a correct list index after the clean-up and reindex", async () => {
    expect(await job("clean-up")).toMatchObject({ code: 0 });
    expect(await job("reindex")).toMatchObject({ code: 0 });
    expect(await job("verify-index")).toMatchObject(correct);
  });
});
