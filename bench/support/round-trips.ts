import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { intercept } from "../../test/support/dynamo/call.ts";

/**
 * Number of round trips that a client makes one after the other. Concurrent calls count as one round trip, because the
 * next calls start only after all of them have returned.
 */
export type RoundTrips = { count: number };

export function roundTrips(client: DynamoDBClient): RoundTrips {
  const trips: RoundTrips = { count: 0 };
  let inFlight = 0;
  intercept(client, "around retries", async (_call, send) => {
    if (inFlight === 0) trips.count += 1;
    inFlight += 1;
    try {
      return await send();
    } finally {
      inFlight -= 1;
    }
  });
  return trips;
}
