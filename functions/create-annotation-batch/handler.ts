import { annotationBuilder } from "../../shared/annotations/annotation-builder.ts";
import { memoize } from "../../shared/runtime/memoize.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { annotationBatch } from "../../shared/store/annotation-batch.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createAnnotationBatch } from "./create-annotation-batch.ts";

export const handler = serveWithSites(contract, (table) =>
  createAnnotationBatch({
    newBuilder: () =>
      annotationBuilder({
        findStream: memoize(videoStreamById(table)),
        findSpecies: memoize(speciesById(table)),
        speciesNamed: memoize(speciesNamed(table)),
        nowMs: Date.now,
      }),
    createBatch: annotationBatch(table),
  }),
);
