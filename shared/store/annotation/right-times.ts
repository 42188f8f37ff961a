import type { Actor } from "../../domain/person/actor.ts";
import { isSameMoment, momentAt } from "../../domain/time/moment.ts";
import { asActor } from "../../runtime/admission.ts";
import { retryChanged } from "../../table/retry-changed.ts";
import type { Table } from "../../table/table.ts";
import { captureSourceById } from "../source/reader.ts";
import { videoStreamById } from "../stream/reader.ts";
import { annotationById } from "./reader.ts";
import { annotationWriter } from "./writer.ts";

/** The correction follows from that of the stream or source, whose history says who made it. */
const byJob: Actor = { job: "clean-up" };

/** Corrects an annotation's time when the start of its stream, or the time zone of its source, has been corrected. */
export function rightTimes(table: Table): (id: number) => Promise<"right"> {
  const { update } = annotationWriter(table);
  const findAnnotation = annotationById(table);
  const findStream = videoStreamById(table);
  const findSource = captureSourceById(table);
  return (id) =>
    retryChanged(async () => {
      const annotation = await findAnnotation(id);
      if (annotation === undefined) return "right";
      // Read after the annotation. So either this sees a concurrent correction, or that correction reaches the
      // annotation later.
      const [stream, source] = await Promise.all([
        findStream(annotation.videostream),
        findSource(annotation.source),
      ]);
      if (stream === undefined) return "right";
      const moment = momentAt(stream.startMs + annotation.startMs, source?.timeZone);
      if (isSameMoment(annotation.moment, moment)) return "right";
      const updated = await asActor(byJob, () => update(annotation, { ...annotation, moment }));
      return typeof updated === "object" ? "right" : "changed-meanwhile";
    });
}
