import { annotationBuilder } from "../../shared/annotations/annotation-builder.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import { annotationWriter } from "../../shared/store/annotation-writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createAnnotation } from "./create-annotation.ts";

export const handler = serveWithSites(contract, (table) =>
  createAnnotation({
    build: annotationBuilder({
      findStream: videoStreamById(table),
      findSpecies: speciesById(table),
      speciesNamed: speciesNamed(table),
      nowMs: Date.now,
    }),
    annotations: annotationWriter(table),
    findAnnotation: annotationById(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
  }),
);
