import { annotationShape } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { speciesNamed } from "../../shared/store/species/names.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { contract } from "./contract.ts";
import { updateAnnotation } from "./update-annotation.ts";

export const handler = serve(contract, (table) =>
  updateAnnotation({
    findAnnotation: annotationById(table),
    findStream: videoStreamById(table),
    findSource: captureSourceById(table),
    speciesNamed: speciesNamed(table),
    annotations: annotationWriter(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
    defaultShape: annotationShape(),
    nowMs: Date.now,
  }),
);
