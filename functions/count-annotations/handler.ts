import { serve } from "../../shared/serve/serve.ts";
import { annotationCounts } from "../../shared/store/annotation/counts.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { contract } from "./contract.ts";
import { countAnnotations } from "./count-annotations.ts";

export const handler = serve(contract, (table) =>
  countAnnotations({ count: annotationCounts(table, annotationLookups(table)) }),
);
