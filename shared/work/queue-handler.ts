import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { asError } from "../runtime/as-error.ts";
import { logger } from "../runtime/log.ts";
import { type Exchanged, exchange } from "./exchange.ts";
import type { JobKind, Queue } from "./queues.ts";
import type { Room } from "./room.ts";

type Invocation = Pick<Context, "functionName" | "getRemainingTimeInMillis">;

/** The word for a job in the log and in metrics. */
const words = {
  export: "export",
  "export-with-stills": "export",
  import: "import",
  copy: "copy",
} as const satisfies Record<JobKind, string>;
const doneMetrics = { export: "DoneExports", import: "DoneImports", copy: "DoneCopies" } as const;

/**
 * The Lambda handler of a function that works on queues of jobs. Its event is `{}`.
 * @param reserveMs time that is reserved for finishing the step in progress
 * @param room of all kinds of jobs
 */
export function queueHandler(serviceName: string, reserveMs: number, queues: readonly Queue[], room: Room) {
  const metrics = new Metrics({ serviceName });
  const run = exchange({
    queues,
    room,
    unreadable: (kind, id, error) => {
      const word = words[kind];
      logger.error(`the record of this ${word} cannot be read`, { [word]: id, error: asError(error) });
    },
  });
  return async (_event: unknown, context: Invocation): Promise<Exchanged> => {
    const exchanged = await run(() => context.getRemainingTimeInMillis() > reserveMs);
    if (exchanged.worked > 0 || exchanged.failed > 0) {
      metrics.addDimension("function_name", context.functionName);
      for (const { kind } of queues) {
        const word = words[kind];
        metrics.addMetric(doneMetrics[word], MetricUnit.Count, exchanged.done[word]);
      }
      metrics.addMetric("Failures", MetricUnit.Count, exchanged.failed);
      metrics.publishStoredMetrics();
    }
    return exchanged;
  };
}
