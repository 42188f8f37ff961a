import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { openWorker } from "../../../shared/exchange/open-worker.ts";
import { openS3 } from "../../../shared/media/objects.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { exportById } from "../../../shared/store/export-reader.ts";
import { openTable } from "../../../shared/table/table.ts";
import { readTask, taskItems } from "../../../shared/table/tasks.ts";
import { type Exchanged, exchange } from "./exchange.ts";

/** Time for the step in progress to finish. */
const reserveMs = 60_000;

const metrics = new Metrics({ serviceName: "exchange" });
const table = openTable(tableName());
const run = exchange({
  unfinishedIds: async function* () {
    for await (const item of taskItems(table, "export")) yield readTask("export", item).id;
  },
  findExport: exportById(table),
  work: openWorker(table, openS3()).work,
  nowMs: Date.now,
  unreadable: (id, error) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    logger.error("an export cannot be read", { export: id, error: cause });
  },
});

/** The Lambda handler. Its event is `{}`. */
export async function handler(
  _event: unknown,
  context: Pick<Context, "functionName" | "getRemainingTimeInMillis">,
): Promise<Exchanged> {
  const exchanged = await run(() => context.getRemainingTimeInMillis() > reserveMs);
  if (exchanged.worked > 0 || exchanged.failed > 0) {
    metrics.addDimension("function_name", context.functionName);
    metrics.addMetric("DoneExports", MetricUnit.Count, exchanged.done);
    metrics.addMetric("Failures", MetricUnit.Count, exchanged.failed);
    metrics.publishStoredMetrics();
  }
  return exchanged;
}
