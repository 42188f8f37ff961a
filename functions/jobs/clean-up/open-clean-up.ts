import { mediaObjects, openS3 } from "../../../shared/media/objects.ts";
import { liveLimits } from "../../../shared/runtime/env.ts";
import { mediaById, mediaIdsOf } from "../../../shared/store/media-reader.ts";
import { liveStreamIds, videoStreamById } from "../../../shared/store/video-stream-reader.ts";
import type { TaskKind } from "../../../shared/table/schema.ts";
import { openTable } from "../../../shared/table/table.ts";
import { taskItems } from "../../../shared/table/tasks.ts";
import { type CleanedUp, cleanUp, type Slice } from "./clean-up.ts";
import { effectsOn, pretended } from "./effects.ts";
import type { Report } from "./run.ts";

type Place = { readonly table: string; readonly bucket: string };

/** The clean-up of a table and a bucket, to which the environment's credentials lead. */
export function openCleanUp(place: Place, report: Report) {
  const table = openTable(place.table);
  const objects = mediaObjects(openS3(), place.bucket);
  const effects = effectsOn(table, objects);
  const deps = {
    liveStreamIds: (untilMs: number) => liveStreamIds(table, untilMs),
    taskItems: (kind: TaskKind) => taskItems(table, kind),
    findStream: videoStreamById(table),
    findMedia: mediaById(table),
    mediaIdsOf: mediaIdsOf(table),
    objects,
    limits: liveLimits(),
    nowMs: Date.now,
    report,
  };
  return (slice: Slice, dryRun: boolean): Promise<CleanedUp> =>
    cleanUp({ ...deps, effects: dryRun ? pretended : effects })(slice);
}
