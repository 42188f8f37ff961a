import { annotationBuilder } from "../../shared/annotations/annotation-builder.ts";
import { atMost } from "../../shared/runtime/at-most.ts";
import { memoize } from "../../shared/runtime/memoize.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { annotationBatch } from "../../shared/store/annotation-batch.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createAnnotationBatch } from "./create-annotation-batch.ts";

/** Maximum number of look-ups at a time. The SDK has 50 connections, and a call that waits for one fails after a second. */
const maxLookUps = 16;

export const handler = serveWithSites(contract, (table) =>
  createAnnotationBatch({
    newBuilder: () => {
      const inTurn = atMost(maxLookUps);
      const once = <K, V>(lookUp: (key: K) => Promise<V>) => memoize((key: K) => inTurn(() => lookUp(key)));
      return annotationBuilder({
        findStream: once(videoStreamById(table)),
        findSpecies: once(speciesById(table)),
        speciesNamed: once(speciesNamed(table)),
        nowMs: Date.now,
      });
    },
    createBatch: annotationBatch(table),
  }),
);
