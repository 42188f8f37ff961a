import { setTimeout as sleep } from "node:timers/promises";
import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { intercept, type WrittenItem, writtenItems } from "./call.ts";

const singleWrites: ReadonlySet<string> = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

/**
 * Makes clients of the emulator, which runs one transaction after the other, meet as they do on AWS: while a
 * transaction is under way, another with an item of it is cancelled, and a single write of such an item
 * refused (DynamoDB Developer Guide, "Transaction conflict handling in DynamoDB"). The one that came first
 * goes on: it has its effect after `transactionMs`, and is then no longer in the way.
 */
export function dynamoConflicts(transactionMs = 25) {
  const underWay = new Set<string>();
  const met = { transactions: 0, singleWrites: 0 };
  return {
    /** How often one was in another's way. */
    met,
    addTo(client: DynamoDBClient): void {
      intercept(client, "each attempt", async (call, send) => {
        const names = writtenItems(call).map(nameOf);
        const taken = names.map((name) => underWay.has(name));
        if (call.operation === "TransactWriteItems") {
          if (taken.includes(true)) {
            met.transactions += 1;
            throw cancelled(taken.map((is) => (is ? "TransactionConflict" : "None")));
          }
          for (const name of names) underWay.add(name);
          try {
            await sleep(transactionMs);
            return await send();
          } finally {
            for (const name of names) underWay.delete(name);
          }
        }
        if (singleWrites.has(call.operation) && taken.includes(true)) {
          met.singleWrites += 1;
          throw new TransactionConflictException({
            message: "Transaction is ongoing for the item",
            $metadata: { httpStatusCode: 400 },
          });
        }
        return send();
      });
    },
  };
}

/** What DynamoDB answers to a transaction that it cancels: one code for each item, in order. */
export function cancelled(codes: readonly string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(", ")}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: { httpStatusCode: 400 },
  });
}

function nameOf({ table, pk, sk }: WrittenItem): string {
  return JSON.stringify([table, pk, sk]);
}
