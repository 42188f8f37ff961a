import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { intercept } from "../../test/support/dynamo/call.ts";

/**
 * How many round trips a client makes, one after the other: calls that are under way together are one, since
 * the next begin only when all of them have been answered.
 */
export type RoundTrips = { count: number };

export function roundTrips(client: DynamoDBClient): RoundTrips {
  const trips: RoundTrips = { count: 0 };
  let underWay = 0;
  intercept(client, "around retries", async (_call, send) => {
    if (underWay === 0) trips.count += 1;
    underWay += 1;
    try {
      return await send();
    } finally {
      underWay -= 1;
    }
  });
  return trips;
}
