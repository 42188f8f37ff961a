import { annotationShape } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations as list } from "../../shared/store/annotation/reader.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { listAnnotations } from "./list-annotations.ts";

export const handler = serve(contract, (table) =>
  listAnnotations({
    list: list(table, annotationLookups(table)),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
    defaultShape: annotationShape(),
  }),
);
