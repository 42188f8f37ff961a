import { annotationShape } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { getAnnotation } from "./get-annotation.ts";

export const handler = serve(contract, (table) =>
  getAnnotation({
    findAnnotation: annotationById(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
    defaultShape: annotationShape(),
  }),
);
