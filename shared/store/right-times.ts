import { isSameMoment, momentAt } from "../domain/moment.ts";
import { logger } from "../runtime/log.ts";
import { retryChanged } from "../table/retry-changed.ts";
import type { Table } from "../table/table.ts";
import { annotationById } from "./annotation-reader.ts";
import { annotationWriter } from "./annotation-writer.ts";
import { captureSourceById } from "./capture-source-reader.ts";
import { videoStreamById } from "./video-stream-reader.ts";

/**
 * Brings an annotation's time in line with the start of its stream and the time zone of its source: after one of them was
 * corrected, or on a record of version 0.1.0, which has no time.
 *
 * It reads the stream and the source after the annotation. So whoever corrects one of them meanwhile either is seen, or
 * corrects the annotation later.
 */
export function rightTimes(table: Table): (id: number) => Promise<"right"> {
  const findAnnotation = annotationById(table);
  const findStream = videoStreamById(table);
  const findSource = captureSourceById(table);
  const { update } = annotationWriter(table);
  return (id) =>
    retryChanged(async () => {
      const annotation = await findAnnotation(id);
      if (annotation === undefined) return "right";
      const [stream, source] = await Promise.all([
        findStream(annotation.videostream),
        findSource(annotation.source),
      ]);
      if (stream === undefined) return "right";
      const moment = momentAt(stream.startMs + annotation.startMs, source?.timeZone);
      if (isSameMoment(annotation.moment, moment)) return "right";
      const updated = await update(annotation, { ...annotation, moment });
      // Version 0.1.0 allowed more voters than a transaction has room for.
      if (updated === "too-large")
        logger.error("an annotation has too many votes for filters by time", { id });
      return typeof updated === "object" || updated === "too-large" ? "right" : "changed-meanwhile";
    });
}
