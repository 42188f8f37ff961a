import { annotationShape } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { removeIdentification } from "./remove-identification.ts";

export const handler = serve(contract, (table) =>
  removeIdentification({
    findAnnotation: annotationById(table),
    annotations: annotationWriter(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
    defaultShape: annotationShape(),
  }),
);
