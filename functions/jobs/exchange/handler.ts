import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { openImportWorker } from "../../../shared/exchange/imports/open-import-worker.ts";
import { openWorker } from "../../../shared/exchange/open-worker.ts";
import { openS3 } from "../../../shared/media/objects.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { exportById } from "../../../shared/store/export-reader.ts";
import { importById } from "../../../shared/store/import-reader.ts";
import { openTable } from "../../../shared/table/table.ts";
import { readTask, taskItems } from "../../../shared/table/tasks.ts";
import { type Exchanged, exchange, queueOf } from "./exchange.ts";

/** Time for the step in progress to finish. */
const reserveMs = 60_000;

const metrics = new Metrics({ serviceName: "exchange" });
const table = openTable(tableName());
const s3 = openS3();
const unfinishedIds = (kind: "export" | "import") =>
  async function* () {
    for await (const item of taskItems(table, kind)) yield readTask(kind, item).id;
  };
const run = exchange({
  queues: [
    queueOf("export", {
      unfinishedIds: unfinishedIds("export"),
      find: exportById(table),
      work: openWorker(table, s3).work,
      nowMs: Date.now,
    }),
    queueOf("import", {
      unfinishedIds: unfinishedIds("import"),
      find: importById(table),
      work: openImportWorker(table, s3).work,
      nowMs: Date.now,
    }),
  ],
  unreadable: (kind, id, error) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    logger.error(`an ${kind} cannot be read`, { [kind]: id, error: cause });
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
    metrics.addMetric("DoneExports", MetricUnit.Count, exchanged.done - exchanged.doneImports);
    metrics.addMetric("DoneImports", MetricUnit.Count, exchanged.doneImports);
    metrics.addMetric("Failures", MetricUnit.Count, exchanged.failed);
    metrics.publishStoredMetrics();
  }
  return exchanged;
}
