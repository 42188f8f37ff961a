import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { asError } from "../runtime/as-error.ts";
import { logger } from "../runtime/log.ts";
import { type Exchanged, exchange, mostAtOnce, type Queue } from "./queues.ts";

type Invocation = Pick<Context, "functionName" | "getRemainingTimeInMillis">;

const doneMetrics = { export: "DoneExports", import: "DoneImports", copy: "DoneCopies" } as const;

/**
 * The Lambda handler of a function that works on queues of jobs. Its event is `{}`.
 * @param reserveMs time that is reserved for finishing the step in progress
 * @param most maximum number of jobs of these queues with a worker at a time
 */
export function queueHandler(
  serviceName: string,
  reserveMs: number,
  queues: readonly Queue[],
  most = mostAtOnce,
) {
  const metrics = new Metrics({ serviceName });
  const run = exchange({
    queues,
    most,
    unreadable: (kind, id, error) => {
      logger.error(`the record of this ${kind} cannot be read`, { [kind]: id, error: asError(error) });
    },
  });
  return async (_event: unknown, context: Invocation): Promise<Exchanged> => {
    const exchanged = await run(() => context.getRemainingTimeInMillis() > reserveMs);
    if (exchanged.worked > 0 || exchanged.failed > 0) {
      metrics.addDimension("function_name", context.functionName);
      for (const { kind } of queues) {
        metrics.addMetric(doneMetrics[kind], MetricUnit.Count, exchanged.done[kind]);
      }
      metrics.addMetric("Failures", MetricUnit.Count, exchanged.failed);
      metrics.publishStoredMetrics();
    }
    return exchanged;
  };
}
