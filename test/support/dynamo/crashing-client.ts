import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { below, type Random } from "../seeded-random.ts";
import { intercept } from "./call.ts";

/**
 * Simulates in its clients a process that crashes at one of the first `maxCalls` calls: that call and later calls never
 * return. The call at which it crashes may still take effect.
 */
export function crashingClient(random: Random, maxCalls: number) {
  let callsLeft = below(random, maxCalls);
  const lastCallTakesEffect = random() < 0.5;
  const { promise: crashed, resolve: crash } = Promise.withResolvers<"crashed">();
  return {
    /** Resolves when the process crashes. */
    crashed,
    addTo(client: DynamoDBClient | S3Client): void {
      // The middleware of both clients has the same form.
      intercept(client as DynamoDBClient, "around retries", async (_, send) => {
        if (callsLeft-- > 0) return send();
        if (callsLeft === -1 && lastCallTakesEffect) await send();
        crash("crashed");
        return new Promise(() => {});
      });
    },
  };
}
