import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { annotationShape, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { listAnnotations as list } from "../../shared/store/annotation-reader.ts";
import { callers } from "../../shared/serve/callers.ts";
import { captureSourcesAt } from "../../shared/store/capture-source-reader.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { listAnnotations } from "./list-annotations.ts";

const table = openTable(tableName());
const run = listAnnotations({
  list: list(table, { speciesNamed: speciesNamed(table), sourcesAt: captureSourcesAt(table) }),
  referencesOf: (annotations) => referencesOf(table, annotations),
  shape: annotationShape(),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
