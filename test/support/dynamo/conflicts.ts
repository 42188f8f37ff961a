import { setTimeout as sleep } from "node:timers/promises";
import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { intercept, type WrittenItem, writtenItems } from "./call.ts";

const singleWrites: ReadonlySet<string> = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

/**
 * Adds the write conflicts of AWS to clients of the emulator, which runs one transaction after the other. While a
 * transaction runs, a second transaction on one of its items is cancelled, and a single write of one of its items is
 * refused (DynamoDB Developer Guide, "Transaction conflict handling in DynamoDB"). The first transaction continues, and
 * releases its items after `transactionMs`.
 */
export function dynamoConflicts(transactionMs = 25) {
  const lockedItems = new Set<string>();
  const met = { transactions: 0, singleWrites: 0 };
  return {
    /** Numbers of cancelled transactions and refused single writes. */
    met,
    addTo(client: DynamoDBClient): void {
      intercept(client, "each attempt", async (call, send) => {
        const names = writtenItems(call).map(nameOf);
        const locked = names.map((name) => lockedItems.has(name));
        if (call.operation === "TransactWriteItems") {
          if (locked.includes(true)) {
            met.transactions += 1;
            throw cancelled(locked.map((isLocked) => (isLocked ? "TransactionConflict" : "None")));
          }
          for (const name of names) lockedItems.add(name);
          try {
            await sleep(transactionMs);
            return await send();
          } finally {
            for (const name of names) lockedItems.delete(name);
          }
        }
        if (singleWrites.has(call.operation) && locked.includes(true)) {
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

/** Creates the error of a cancelled transaction, with a code for each item, in order. */
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
