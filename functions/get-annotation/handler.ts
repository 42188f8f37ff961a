import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { annotationShape, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import { callers } from "../../shared/serve/callers.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { getAnnotation } from "./get-annotation.ts";

const table = openTable(tableName());
const run = getAnnotation({
  findAnnotation: annotationById(table),
  referencesOf: (annotations) => referencesOf(table, annotations),
  shape: annotationShape(),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
