import type {
  AttributeValue,
  DynamoDBClient,
  QueryCommandInput,
  QueryCommandOutput,
} from "@aws-sdk/client-dynamodb";
import type { Random } from "../seeded-random.ts";
import { intercept } from "./call.ts";

type Attributes = Record<string, AttributeValue>;

/**
 * Makes the eventually consistent queries of a client stale, each item by itself: it may be as it was read before, or
 * missing if it was never read.
 * @param isOver no read is stale from then on
 */
export function staleReads(client: DynamoDBClient, random: Random, isOver: () => boolean): void {
  const latest = new Map<string, Attributes>();
  intercept(client, "each attempt", async (call, send) => {
    const output = (await send()) as QueryCommandOutput;
    const isConsistent = (call.input as QueryCommandInput).ConsistentRead === true;
    if (call.operation !== "Query" || isConsistent) return output;
    const Items = output.Items?.flatMap((item) => {
      const name = `${item["sk"]?.S} ${item["pk"]?.S}`;
      const before = latest.get(name);
      if (!isOver() && random() < 0.4) return before ? [before] : [];
      latest.set(name, item);
      return [item];
    });
    return { ...output, Items } as QueryCommandOutput;
  });
}
