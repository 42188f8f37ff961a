import { serve } from "../../shared/serve/serve.ts";
import { annotationCounts } from "../../shared/store/annotation-counts.ts";
import { captureSourcesAt } from "../../shared/store/capture-source-reader.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { usersCalled } from "../../shared/store/user-reader.ts";
import { contract } from "./contract.ts";
import { countAnnotations } from "./count-annotations.ts";

export const handler = serve(contract, (table) =>
  countAnnotations({
    count: annotationCounts(table, {
      usersCalled: usersCalled(table),
      speciesNamed: speciesNamed(table),
      sourcesAt: captureSourcesAt(table),
    }),
  }),
);
