import {
  DynamoDBClient,
  TransactionCanceledException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test } from "vitest";
import { withTimeLeft } from "../../../shared/runtime/retry.ts";
import { openTable } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { putNew } from "../../../shared/table/write.ts";

// Conflicts and throttling, which the embedded DynamoDB never returns.
const dynamo = mockClient(DynamoDBDocumentClient);
// Files that run later in this process need the real one.
afterAll(() => dynamo.restore());
const table = openTable("t", new DynamoDBClient({ region: "us-east-1" }));
const writes = [putNew({ pk: "a", sk: "a" }, "a-taken"), putNew({ pk: "b", sk: "b" }, "b-taken")];

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: "cancelled",
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => dynamo.reset());

test("returns no refusal for a successful transaction", async () => {
  dynamo.on(TransactWriteCommand).resolves({});
  expect(await transact(table, writes)).toEqual(new Set());
});

test("returns the refusals of the failed conditions", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("None", "ConditionalCheckFailed"));
  expect(await transact(table, writes)).toEqual(new Set(["b-taken"]));
  expect(dynamo.calls().length).toBe(1);
});

test.each(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"])(
  "retries a transaction after %s until it succeeds",
  async (code) => {
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(code, "None"))
      .rejectsOnce(cancelled("None", code))
      .resolves({});
    expect(await transact(table, writes)).toEqual(new Set());
    expect(dynamo.calls().length).toBe(3);
  },
);

test("does not retry a transaction with a failed condition and a conflict", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("ConditionalCheckFailed", "TransactionConflict"));
  expect(await transact(table, writes)).toEqual(new Set(["a-taken"]));
});

test("returns 503 if conflicts do not end in time", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("TransactionConflict", "None"));
  const answer = withTimeLeft(1300, () => transact(table, writes));
  await expect(answer).rejects.toMatchObject({ code: "unavailable" });
  expect(dynamo.calls().length).toBeGreaterThan(2);
});

test("uses a new token for a retry, unless the previous attempt may have succeeded", async () => {
  const conflict = cancelled("TransactionConflict", "None");
  const inProgress = new TransactionInProgressException({ $metadata: {}, message: "in progress" });
  dynamo
    .on(TransactWriteCommand)
    .rejectsOnce(conflict)
    .rejectsOnce(inProgress)
    .rejectsOnce(Object.assign(cancelled("ThrottlingError", "None"), { $metadata: { attempts: 2 } }))
    .rejectsOnce(conflict)
    .resolves({});
  expect(await transact(table, writes)).toEqual(new Set());
  const tokens = dynamo
    .commandCalls(TransactWriteCommand)
    .map(({ args }) => args[0].input.ClientRequestToken);
  expect(tokens.length).toBe(5);
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(new Set(tokens.slice(1)).size).toBe(1);
});

test("keeps the token after a transaction in progress, which may have succeeded", async () => {
  dynamo
    .on(TransactWriteCommand)
    .rejectsOnce(new TransactionInProgressException({ $metadata: {}, message: "in progress" }))
    .rejectsOnce(cancelled("TransactionConflict", "None"))
    .resolves({});
  expect(await transact(table, writes)).toEqual(new Set());
  const tokens = dynamo
    .commandCalls(TransactWriteCommand)
    .map(({ args }) => args[0].input.ClientRequestToken);
  expect([tokens.length, new Set(tokens).size]).toEqual([3, 1]);
});

test("throws a cancellation with any other reason", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("ValidationError", "None"));
  await expect(transact(table, writes)).rejects.toBeInstanceOf(TransactionCanceledException);
});
