import { registeredOrSite } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { remembering } from "../../shared/runtime/remember.ts";
import { annotationBatch } from "../../shared/store/annotation-batch.ts";
import { annotationBuilder } from "../../shared/annotations/annotation-builder.ts";
import { siteCallers } from "../../shared/serve/callers.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createAnnotationBatch } from "./create-annotation-batch.ts";

const table = openTable(tableName());
const run = createAnnotationBatch({
  newBuilder: () =>
    annotationBuilder({
      findStream: remembering(videoStreamById(table)),
      findSpecies: remembering(speciesById(table)),
      speciesNamed: remembering(speciesNamed(table)),
      nowMs: Date.now,
    }),
  createBatch: annotationBatch(table),
});

export const handler = endpoint(
  contract,
  run,
  registeredOrSite("annotator", tokenVerifier(oidcSettings()), siteCallers(table)),
);
