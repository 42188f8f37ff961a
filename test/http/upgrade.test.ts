import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDynamoDbClient } from "../../local/dynamodb/client.ts";
import { type DynamoDb, startDynamoDb } from "../../local/dynamodb/start-dynamodb.ts";
import { openTable } from "../../shared/table/table.ts";
import { admin } from "../support/api/api.ts";
import { checkFind, readWorld } from "../support/find/check-find.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import { jobEnvironment, runJobCommand } from "../support/stack/jobs.ts";
import { type OwnStack, startOwnStack } from "../support/stack/own-stack.ts";
import { clientDuringUpgrade } from "../support/upgrade/client-during-upgrade.ts";
import { crowded, loadLargeOldTable } from "../support/upgrade/large-old-table.ts";

/** `OLD_RECORDS=10000 npx vitest run --project http test/http/upgrade.test.ts` takes some minutes. */
const records = Number(process.env["OLD_RECORDS"] ?? 200);
/** As many as two cores serve while they migrate. */
const people = records < 1000 ? 4 : 8;
const timeout = 180_000 + records * 120;

describe(`a table of version 0.1.0 with ${records} annotations`, { shuffle: false }, () => {
  let database: DynamoDb;
  let stack: OwnStack;
  let token: string;
  beforeAll(async () => {
    database = await startDynamoDb();
    stack = await startOwnStack({}, { dynamoDbEndpoint: database.endpoint });
    const client = createDynamoDbClient(database.endpoint);
    await loadLargeOldTable(openTable(stack.service.stack.tables[0]?.name ?? "", client), records, 14);
    client.destroy();
    token = await stack.api.tokenFor(admin);
    await stack.api.call("GET", "/users/me", { token });
  }, timeout);
  afterAll(async () => {
    await stack.close();
    await database.close();
  });

  /** Runs reindex as operators do. With `killAfterMs`, it is killed then. Returns whether it ended by itself. */
  async function reindex(killAfterMs?: number): Promise<boolean> {
    const command = path.join(import.meta.dirname, "../../functions/jobs/reindex/command.ts");
    const child = spawn(process.execPath, [command, "--state", path.join(stack.dataDir, "reindex.json")], {
      env: { PATH: process.env["PATH"], ...jobEnvironment(stack.dataDir, "reindex") },
      stdio: ["ignore", "ignore", "inherit"],
      ...(killAfterMs === undefined ? {} : { timeout: killAfterMs, killSignal: "SIGKILL" }),
    });
    const [code] = await once(child, "close");
    if (code === null) return false;
    expect(code).toBe(0);
    return true;
  }

  test("people read and write while reindex runs, is killed and runs again: no list is wrong", {
    timeout,
  }, async () => {
    const whole = await readWorld(stack.api, token);
    const random = seededRandom(records);
    const clients = await Promise.all(
      Array.from({ length: people }, async (_, n) => {
        const person = (await stack.api.userWith("curator")).token;
        const me = (await stack.api.call("GET", "/users/me", { token: person })).body.id;
        const labels = whole.labels.filter(({ videostream }) => videostream.id % people === n);
        return clientDuringUpgrade(stack.api, person, { ...whole, labels, me }, seededRandom(records + n));
      }),
    );
    let isOver = false;
    const running = Promise.all(clients.map((client) => client.run(() => isOver)));
    const migrate = async () => {
      await sleep(2000);
      const started = performance.now();
      for (let kills = 0; kills < 2; kills++) if (await reindex(1500 + below(random, 6000))) break;
      await reindex();
      console.log(`migrated in ${Math.round(performance.now() - started)} ms`);
      await sleep(2000);
    };
    await Promise.race([
      running,
      migrate().finally(() => {
        isOver = true;
      }),
    ]);
    await running;
    const total = (name: "lists" | "refused" | "changes") =>
      clients.reduce((sum, { done }) => sum + done[name], 0);
    console.log({ lists: total("lists"), refused: total("refused"), changes: total("changes") });
    expect(Math.min(total("lists"), total("refused"), total("changes"))).toBeGreaterThan(20);
  });

  test("afterwards, the index is correct", { timeout }, async () => {
    expect(await runJobCommand(stack.dataDir, "verify-index")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The list index is correct"),
    });
  });

  test("afterwards, all filters, orders and pages equal a brute-force search", { timeout }, async () => {
    await checkFind(stack.api, token, records < 1000 ? 60 : 150, 2);
  });

  test("an annotation with more voters than this release allows is found, and can be deleted", async () => {
    const found = (query: string) => stack.api.call("GET", `/annotations?${query}`, { token });
    const id = crowded;
    const { body: label } = await stack.api.call("GET", `/annotations/${id}?shape=full`, { token });
    const voters = label.identifications.flatMap((each: { identified_by: { id: number }[] }) =>
      each.identified_by.map((voter) => voter.id),
    );
    expect(voters).toHaveLength(110);
    for (const voter of voters.slice(0, 3)) {
      const { body } = await found(`votedby=${voter}&videostream=${label.videostream.id}`);
      expect(body.results.map((each: { id: number }) => each.id)).toContain(id);
    }
    expect((await stack.api.call("DELETE", `/annotations/${id}`, { token })).status).toBe(200);
    const after = await found(`votedby=${voters[0]}&videostream=${label.videostream.id}`);
    expect(after.body.results.map((each: { id: number }) => each.id)).not.toContain(id);
  });
});
