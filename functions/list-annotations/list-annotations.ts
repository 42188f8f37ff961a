import type { Annotation } from "../../shared/domain/annotation.ts";
import type { ReadReferences } from "../../shared/domain/annotation-references.ts";
import { type Shape, viewAnnotation } from "../../shared/domain/annotation-shape.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse, type ReadPage } from "../../shared/serve/list-records.ts";
import type { AnnotationFilters } from "../../shared/store/annotation-filters.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly list: ReadPage<AnnotationFilters, Annotation>;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "query">;

/** Returns a page of annotations. */
export function listAnnotations({ list, referencesOf, defaultShape }: Deps) {
  return async ({ query }: Input) => {
    const { rows, total } = await list(query, query);
    const { shape = defaultShape } = query;
    const references = await referencesOf(rows, shape);
    const results = rows.map((row) => viewAnnotation(row, shape, references));
    return pageResponse(query, total, results);
  };
}
