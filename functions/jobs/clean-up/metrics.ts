import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { CleanUpResult } from "./clean-up.ts";

const metrics = new Metrics({ serviceName: "clean-up" });

/**
 * Writes a run's counts to the log in CloudWatch's embedded metric format. Namespace: POWERTOOLS_METRICS_NAMESPACE.
 * Dimensions: `service` (the job's name) and `function_name`, which distinguishes deployments.
 */
export function publishCounts({ done, counts }: CleanUpResult, functionName: string): void {
  metrics.addDimension("function_name", functionName);
  metrics.addMetric("LiveStreams", MetricUnit.Count, counts.liveStreams);
  metrics.addMetric("EndedStreams", MetricUnit.Count, counts.endedStreams);
  metrics.addMetric("EndedUploads", MetricUnit.Count, counts.endedUploads);
  metrics.addMetric("RemovedMedia", MetricUnit.Count, counts.removedMedia);
  metrics.addMetric("RemovedFiles", MetricUnit.Count, counts.removedFiles);
  metrics.addMetric("CompletedTasks", MetricUnit.Count, counts.completedTasks);
  metrics.addMetric("Failures", MetricUnit.Count, counts.failures);
  metrics.addMetric("Unfinished", MetricUnit.Count, done ? 0 : 1);
  metrics.publishStoredMetrics();
}
