import { serve } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { deleteAnnotation } from "./delete-annotation.ts";

export const handler = serve(contract, (table) =>
  deleteAnnotation({
    findAnnotation: annotationById(table),
    annotations: annotationWriter(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
  }),
);
