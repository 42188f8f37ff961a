import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { annotationShape, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import { annotationWriter } from "../../shared/store/annotation-writer.ts";
import { callers } from "../../shared/serve/callers.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { addIdentification } from "./add-identification.ts";
import { contract } from "./contract.ts";

const table = openTable(tableName());
const run = addIdentification({
  findAnnotation: annotationById(table),
  findSpecies: speciesById(table),
  annotations: annotationWriter(table),
  referencesOf: (annotations) => referencesOf(table, annotations),
  shape: annotationShape(),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
