import { registeredOrSite } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { annotationBuilder } from "../../shared/annotations/annotation-builder.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import { annotationWriter } from "../../shared/store/annotation-writer.ts";
import { siteCallers } from "../../shared/serve/callers.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createAnnotation } from "./create-annotation.ts";

const table = openTable(tableName());
const run = createAnnotation({
  build: annotationBuilder({
    findStream: videoStreamById(table),
    findSpecies: speciesById(table),
    speciesNamed: speciesNamed(table),
    nowMs: Date.now,
  }),
  annotations: annotationWriter(table),
  findAnnotation: annotationById(table),
  referencesOf: (annotations) => referencesOf(table, annotations),
});

export const handler = endpoint(
  contract,
  run,
  registeredOrSite("annotator", tokenVerifier(oidcSettings()), siteCallers(table)),
);
