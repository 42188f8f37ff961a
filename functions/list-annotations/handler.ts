import { annotationShape } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listAnnotations as list } from "../../shared/store/annotation-reader.ts";
import { captureSourcesAt } from "../../shared/store/capture-source-reader.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { usersCalled } from "../../shared/store/user-reader.ts";
import { contract } from "./contract.ts";
import { listAnnotations } from "./list-annotations.ts";

export const handler = serve(contract, (table) =>
  listAnnotations({
    list: list(table, {
      usersCalled: usersCalled(table),
      speciesNamed: speciesNamed(table),
      sourcesAt: captureSourcesAt(table),
    }),
    referencesOf: (annotations, shape) => referencesOf(table, annotations, shape),
    defaultShape: annotationShape(),
  }),
);
