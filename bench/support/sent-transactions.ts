import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { intercept } from "../../test/support/dynamo/call.ts";

/** Counts the transactions that a client sends, including cancelled ones, and the items in them. */
export type SentTransactions = { count: number; items: number };

export function sentTransactions(client: DynamoDBClient): SentTransactions {
  const sent: SentTransactions = { count: 0, items: 0 };
  intercept(client, "around retries", (call, send) => {
    sent.count += call.operation === "TransactWriteItems" ? 1 : 0;
    sent.items += call.input.TransactItems?.length ?? 0;
    return send();
  });
  return sent;
}
