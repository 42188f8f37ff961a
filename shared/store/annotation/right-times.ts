import type { Annotation } from "../../domain/annotation/annotation.ts";
import { isSameMoment, momentAt } from "../../domain/time/moment.ts";
import { atMost } from "../../runtime/at-most.ts";
import { retryChanged } from "../../table/retry-changed.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { captureSourceById } from "../source/reader.ts";
import { videoStreamById } from "../stream/reader.ts";
import { AnnotationItem } from "./item.ts";
import { momentsOf } from "./moved-times.ts";
import { annotationById } from "./reader.ts";
import { annotationWriter } from "./writer.ts";

/**
 * Brings an annotation's time in line with the start of its stream and the time zone of its source, after one of them was
 * corrected.
 */
export function rightTimes(table: Table): (id: number) => Promise<"right"> {
  const { update } = annotationWriter(table);
  return timesWith(table, async (before, after) => {
    const updated = await update(before, after);
    // Only a record of version 0.1.0 has too many voters, until it has a time. Then `reindex` gives it this one.
    return typeof updated === "object" || updated === "too-large" ? "right" : "changed-meanwhile";
  });
}

/** Number of annotations completed at a time. */
const concurrency = 16;

/**
 * Gives annotations of version 0.1.0 their times, before `reindex` compares index and records. Their streams and sources
 * are read together, after the annotations.
 */
export function completeTimes(table: Table): (ids: readonly number[]) => Promise<unknown> {
  const write = annotationWriter(table).completeTimes;
  const completeOne = timesWith(table, write);
  return async (ids) => {
    const annotations = await rowsOf(table, ids, keys.annotation, AnnotationItem);
    const old = annotations.filter(({ moment }) => moment === undefined);
    const moments = new Map((await momentsOf(table, old)).map(({ id, ...moment }) => [id, moment]));
    const inTurn = atMost(concurrency);
    const complete = async (annotation: Annotation) => {
      const moment = moments.get(annotation.id);
      if (moment === undefined) return;
      const outcome = await write(annotation, { ...annotation, moment });
      if (outcome === "changed-meanwhile") await completeOne(annotation.id);
    };
    return Promise.all(old.map((annotation) => inTurn(() => complete(annotation))));
  };
}

/**
 * Computes an annotation's time and writes it, unless it has that time.
 *
 * It reads the stream and the source after the annotation. A correction of one of them meanwhile either is seen, or
 * corrects the annotation later.
 */
function timesWith(
  table: Table,
  write: (before: Annotation, after: Annotation) => Promise<"right" | "changed-meanwhile">,
): (id: number) => Promise<"right"> {
  const findAnnotation = annotationById(table);
  const findStream = videoStreamById(table);
  const findSource = captureSourceById(table);
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
      return isSameMoment(annotation.moment, moment) ? "right" : write(annotation, { ...annotation, moment });
    });
}
