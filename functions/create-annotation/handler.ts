import { openBuilder } from "../../shared/serve/annotation/open-builder.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { createAnnotation } from "./create-annotation.ts";

export const handler = serveWithSites(contract, (table) =>
  createAnnotation({
    open: () => openBuilder(table),
    annotations: annotationWriter(table),
    findAnnotation: annotationById(table),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
  }),
);
