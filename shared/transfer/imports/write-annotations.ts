import type { Annotation } from "../../domain/annotation/annotation.ts";
import { deletedName } from "../../domain/person/display-name.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { momentAt } from "../../domain/time/moment.ts";
import { AnnotationItem } from "../../store/annotation/item.ts";
import { annotationWriter } from "../../store/annotation/writer.ts";
import { annotationCreation } from "../../store/annotation/writes.ts";
import { concurrency, createTogether } from "../../store/create-together.ts";
import { firstVersion } from "../../store/job/import-claims.ts";
import { CaptureSourceItem } from "../../store/source/item.ts";
import { nextIds } from "../../table/item.ts";
import { foundBy } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { ImportedAnnotation } from "./format.ts";
import { knownRows } from "./known-rows.ts";
import { labelOfRow } from "./label-of-row.ts";
import { streamsOfRows } from "./streams-of-rows.ts";
import { updateKnown } from "./update-known.ts";
import type { Writing, Written } from "./writing.ts";

/**
 * Makes labels, without votes, and changes existing ones. If a label's stream was deleted or is too short, a new label
 * is left out, and an existing one stays unchanged.
 */
export async function writeAnnotations(
  rows: readonly ImportedAnnotation[],
  writing: Writing,
): Promise<Written> {
  const { table, job, packageId, pace, warn, nowMs } = writing;
  const annotations = annotationWriter(table);
  const of = { table, packageId, of: "annotations", keyOf: keys.annotation, schema: AnnotationItem } as const;
  const known = await knownRows(of, job.id, rows, isAsImported);
  const mayChange = job.options.on_existing === "update" ? known.there : [];
  const wanted = [...known.missing, ...mayChange].map(({ made }) => made);
  const streams = await streamsOfRows(wanted, writing);
  const sourceIds = [...streams.values()].map(({ source }) => source);
  const sources = await foundBy(table, sourceIds, keys.captureSource, CaptureSourceItem);
  const momentOf = ({ startMs }: ImportedAnnotation, stream: VideoStream) =>
    momentAt(stream.startMs + startMs, sources.get(stream.source)?.timeZone);

  const possible = known.missing.flatMap(({ made, claim }) => {
    const stream = streams.get(made.stream);
    if (stream === undefined) {
      warn("stream-deleted", `${made.key}: its video stream ${made.stream} has been deleted.`);
      return [];
    }
    const label = labelOfRow(made, stream);
    if ("said" in label) return [{ made, claim, stream, said: label.said }];
    warn(label.code, `${made.key}: ${label.why}`);
    return [];
  });
  const ids = possible.length === 0 ? [] : await nextIds(table, "A", possible.length);
  const createdMs = nowMs();
  const creations = possible.flatMap(({ made, claim, stream, said }, i) =>
    ids.slice(i, i + 1).map((id) => ({
      ...annotationCreation({
        ...said,
        id,
        videostream: stream.id,
        source: stream.source,
        moment: momentOf(made, stream),
        identifications: [],
        author: { id: job.maker, source: undefined },
        importId: job.id,
        createdMs,
        changedMs: createdMs,
        version: firstVersion,
      }),
      claim: claim(id),
    })),
  );
  await createTogether(table, creations, pace);

  const updated = await updateKnown(known.there, writing, {
    atOnce: concurrency,
    said(row, record) {
      const stream = streams.get(row.stream);
      if (stream?.id !== record.videostream) return { kept: "Its row names another video stream." };
      const label = labelOfRow(row, stream);
      if (!("said" in label)) return { kept: label.why };
      // If the stream's start has changed, a correction will move its labels later.
      const moment = row.startMs === record.startMs ? record.moment : momentOf(row, stream);
      return { ...record, ...label.said, moment };
    },
    async replace(before, after, claim) {
      const importedMs = nowMs();
      const outcome = await annotations.update(before, { ...after, changedMs: importedMs, importedMs }, [
        claim,
      ]);
      if (outcome === "too-large") return { kept: "Too much of it changes at once." };
      return typeof outcome === "string" ? "changed-meanwhile" : undefined;
    },
  });
  return {
    rows: rows.length,
    made: known.made + creations.length,
    changed: known.changed + updated,
    there: known.there.length - updated,
  };
}

/**
 * Returns true if nobody has changed a label since its import. The service's own corrections of moments do not count.
 * If a person's data was deleted, the label counts as changed, so that the name does not come back.
 */
function isAsImported(
  { observer, identifications, createdMs, importedMs = createdMs, changedMs }: Annotation,
  row: ImportedAnnotation,
): boolean {
  const isForgotten = observer === deletedName && row.observer !== deletedName;
  return changedMs === importedMs && identifications.length === 0 && !isForgotten;
}
