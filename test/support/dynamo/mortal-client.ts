import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { below, type Random } from "../seeded-random.ts";
import { intercept } from "./call.ts";

/**
 * A process that is killed in the middle, as its clients see it: after so many calls at the most nothing is
 * answered any more. Its last call may still have had its effect.
 */
export function mortal(random: Random, maxCalls: number) {
  let callsLeft = below(random, maxCalls);
  const hasLastEffect = random() < 0.5;
  const { promise: died, resolve: die } = Promise.withResolvers<"killed">();
  return {
    died,
    addTo(client: DynamoDBClient | S3Client): void {
      // The middleware of both is of one form.
      intercept(client as DynamoDBClient, "around retries", async (_, send) => {
        if (callsLeft-- > 0) return send();
        if (callsLeft === -1 && hasLastEffect) await send();
        die("killed");
        return new Promise(() => {});
      });
    },
  };
}
