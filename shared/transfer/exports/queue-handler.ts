import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import type { ExportJob } from "../../domain/job/export-job.ts";
import { asError } from "../../runtime/as-error.ts";
import { logger } from "../../runtime/log.ts";
import { exportById } from "../../store/job/export-reader.ts";
import type { TaskKind } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { readTask, taskItems } from "../../table/tasks.ts";
import { type Exchanged, exchange, type Queue, queueOf } from "../../work/queues.ts";
import type { exportWorker } from "./worker.ts";

type Invocation = Pick<Context, "functionName" | "getRemainingTimeInMillis">;

/**
 * The Lambda handler of a job that works on exports or imports. Its event is `{}`.
 * @param reserveMs time that is reserved for finishing the step in progress
 */
export function queueHandler(serviceName: string, reserveMs: number, queues: readonly Queue[]) {
  const metrics = new Metrics({ serviceName });
  const run = exchange({
    queues,
    unreadable: (kind, id, error) => {
      logger.error(`an ${kind} cannot be read`, { [kind]: id, error: asError(error) });
    },
  });
  return async (_event: unknown, context: Invocation): Promise<Exchanged> => {
    const exchanged = await run(() => context.getRemainingTimeInMillis() > reserveMs);
    if (exchanged.worked > 0 || exchanged.failed > 0) {
      metrics.addDimension("function_name", context.functionName);
      metrics.addMetric("DoneExports", MetricUnit.Count, exchanged.done - exchanged.doneImports);
      metrics.addMetric("DoneImports", MetricUnit.Count, exchanged.doneImports);
      metrics.addMetric("Failures", MetricUnit.Count, exchanged.failed);
      metrics.publishStoredMetrics();
    }
    return exchanged;
  };
}

/** The queue of exports with stills, or of those without. A separate function cuts stills. */
export function exportQueue(table: Table, work: ReturnType<typeof exportWorker>, withStills: boolean): Queue {
  const find = exportById(table);
  return queueOf<ExportJob>("export", {
    unfinishedIds: unfinishedIds(table, "export"),
    find: async (id) => {
      const job = await find(id);
      return job?.options.stills === withStills ? job : undefined;
    },
    work,
    nowMs: Date.now,
  });
}

export function unfinishedIds(table: Table, kind: TaskKind & Queue["kind"]): Queue["unfinishedIds"] {
  return async function* () {
    for await (const item of taskItems(table, kind)) yield readTask(kind, item).id;
  };
}
