import { openBuilder } from "../../shared/serve/annotation/open-builder.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { annotationBatch } from "./annotation-batch.ts";
import { contract } from "./contract.ts";
import { createAnnotationBatch } from "./create-annotation-batch.ts";

export const handler = serveWithSites(contract, (table) =>
  createAnnotationBatch({ open: () => openBuilder(table), createBatch: annotationBatch(table) }),
);
