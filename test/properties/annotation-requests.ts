import { addIdentification } from "../../functions/add-identification/add-identification.ts";
import { createAnnotation } from "../../functions/create-annotation/create-annotation.ts";
import { deleteAnnotation } from "../../functions/delete-annotation/delete-annotation.ts";
import { removeIdentification } from "../../functions/remove-identification/remove-identification.ts";
import { updateAnnotation } from "../../functions/update-annotation/update-annotation.ts";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { NewAnnotation } from "../../shared/domain/annotation/new-annotation.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { openBuilder } from "../../shared/serve/annotation/open-builder.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { speciesNamed } from "../../shared/store/species/names.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import type { Table } from "../../shared/table/table.ts";

import { below, type Random } from "../support/seeded-random.ts";

/** The only user who creates observations. This user's votes come from the names in the observations. */
export const author = personOf(100);

/** Runs the endpoints for annotations in this process. */
export function requests(table: Table) {
  const deps = {
    open: () => openBuilder(table),
    annotations: annotationWriter(table),
    findAnnotation: annotationById(table),
    findSpecies: speciesById(table),
    findStream: videoStreamById(table),
    findSource: captureSourceById(table),
    speciesNamed: speciesNamed(table),
    referencesOf: (annotations: readonly Annotation[], shape: Shape) =>
      referencesOf(table, annotations, shape),
    defaultShape: "identification" as const,
    nowMs: Date.now,
  };
  return {
    create: createAnnotation(deps),
    vote: addIdentification(deps),
    takeBack: removeIdentification(deps),
    update: updateAnnotation(deps),
    drop: deleteAnnotation(deps),
  };
}

export function builder(table: Table) {
  return openBuilder(table).build;
}

/** Returns the user who sends an annotation: `author` for an observation, a random user otherwise. */
export function callerOf({ shape }: NewAnnotation, random: Random): User {
  return shape === "observation" ? author : personOf(1 + below(random, 10));
}

export function personOf(id: number): User {
  return {
    id,
    email: `person${id}@example.org`,
    displayName: `person ${id}`,
    role: "admin",
    disabled: false,
    invited: false,
    version: 1,
  };
}
