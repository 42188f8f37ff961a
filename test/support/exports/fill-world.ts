import { segmentsOf } from "../../../bench/support/data-set-items.ts";
import { type Annotation, annotationTerms } from "../../../shared/domain/annotation/annotation.ts";
import {
  deploymentCells,
  mediaCells,
  observationCells,
  taxonCells,
} from "../../../shared/domain/dataset/camtrap-dp-fields.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../../shared/domain/source/capture-source.ts";
import type { Species } from "../../../shared/domain/species/species.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { momentAt } from "../../../shared/domain/time/moment.ts";
import { annotationItem } from "../../../shared/store/annotation/item.ts";
import { datasets } from "../../../shared/store/dataset/datasets.ts";
import { userItem, userTerms } from "../../../shared/store/person/user-item.ts";
import { captureSourceItem, listedSourceTerms } from "../../../shared/store/source/item.ts";
import { listedSpeciesTerms, speciesItem } from "../../../shared/store/species/item.ts";
import { videoStreamItem, videoStreamTerms } from "../../../shared/store/stream/item.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Table } from "../../../shared/table/table.ts";
import { putAll } from "../dynamo/bulk.ts";
import type { World } from "../formats/world.ts";
import { plainSpecies, plainStream } from "../plain-records.ts";

/** Fills an empty table with the records of a world, as requests and imports would make them. */
export async function fillWorld(table: Table, world: World): Promise<void> {
  const sources = world.sources.map(
    ({ packageId, camtrapDp, ...each }): CaptureSource => ({
      ...each,
      camtrapDp: deploymentCells.from(camtrapDp ?? {}),
      importId: packageId === undefined ? undefined : 1,
      version: 1,
    }),
  );
  const streams = world.streams.map(
    ({ camtrapDp, ...each }): VideoStream => ({
      ...plainStream,
      ...each,
      camtrapDp: mediaCells.from(camtrapDp ?? {}),
      live: each.endMs === undefined ? { aliveMs: undefined, endedBy: undefined } : undefined,
      version: 1,
    }),
  );
  const species = world.species.map(
    ({ camtrapDp, ...each }): Species => ({
      ...plainSpecies,
      ...each,
      camtrapDp: taxonCells.from(camtrapDp ?? {}),
      version: 1,
    }),
  );
  const users = world.users.map(
    ({ id, name, email }): User => ({
      ...{ id, email, displayName: name, role: id === 1 ? "admin" : "curator" },
      ...{ disabled: false, invited: false, version: 1 },
    }),
  );
  const startOf = new Map(streams.map(({ id, startMs }) => [id, startMs]));
  const annotations = world.annotations.map(
    ({ camtrapDp, ...each }): Annotation => ({
      ...each,
      camtrapDp: observationCells.from(camtrapDp ?? {}),
      moment: momentAt((startOf.get(each.videostream) ?? 0) + each.startMs, undefined),
      version: 1,
    }),
  );
  await datasets(table).replace(undefined, world.dataset);
  const counter = { ...keys.counter("A"), n: annotations.at(-1)?.id ?? 0 };
  await putAll(table, [
    counter,
    ...users.map(userItem),
    ...species.map(speciesItem),
    ...sources.map(captureSourceItem),
    ...streams.map(videoStreamItem),
    ...annotations.map(annotationItem),
    ...segmentsOf("species", species, listedSpeciesTerms),
    ...segmentsOf("capturesource", sources, listedSourceTerms),
    ...segmentsOf("user", users, userTerms),
    ...segmentsOf("videostream", streams, videoStreamTerms),
    ...segmentsOf("annotation", annotations, annotationTerms),
  ]);
}
