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

// The mock returns conflicts and throttling errors, which the embedded DynamoDB never returns.
const dynamo = mockClient(DynamoDBDocumentClient);
// Test files that run later in this process need the real client.
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

test("a successful transaction returns no refusal", async () => {
  dynamo.on(TransactWriteCommand).resolves({});
  expect(await transact(table, writes)).toEqual(new Set());
});

test("a transaction returns the refusals of its failed conditions", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("None", "ConditionalCheckFailed"));
  expect(await transact(table, writes)).toEqual(new Set(["b-taken"]));
  expect(dynamo.calls().length).toBe(1);
});

test.each(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"])(
  "a transaction is retried after %s until it succeeds",
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

test("a transaction with a failed condition is not retried, even if there was a conflict as well", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("ConditionalCheckFailed", "TransactionConflict"));
  expect(await transact(table, writes)).toEqual(new Set(["a-taken"]));
});

test("a transaction fails with 503 if conflicts do not end in time", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("TransactionConflict", "None"));
  const answer = withTimeLeft(1300, () => transact(table, writes));
  await expect(answer).rejects.toMatchObject({ code: "unavailable" });
  expect(dynamo.calls().length).toBeGreaterThan(2);
});

test("a retry uses a new token, unless the previous attempt may have succeeded", async () => {
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

test("a retry keeps the token if the transaction was in progress, since it may have succeeded", async () => {
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

test("a cancellation for any other reason is thrown", async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled("ValidationError", "None"));
  await expect(transact(table, writes)).rejects.toBeInstanceOf(TransactionCanceledException);
});
