import type { Annotation } from "../../shared/domain/annotation.ts";
import type { AnnotationQuery } from "../../shared/domain/annotation-query.ts";
import { type References, type Shape, viewAnnotation } from "../../shared/domain/annotation-shape.ts";
import type { PageRequest } from "../../shared/domain/page.ts";
import type { AnnotationFilters } from "../../shared/store/annotation-filters.ts";

type Deps = {
  readonly list: (
    filters: AnnotationFilters,
    page: PageRequest,
  ) => Promise<{ readonly rows: readonly Annotation[]; readonly total: number }>;
  readonly referencesOf: (annotations: readonly Annotation[]) => Promise<References>;
  readonly shape: Shape;
};

/** Answers a page of annotations, in the shape that is asked for or else the deployment's. */
export function listAnnotations({ list, referencesOf, shape }: Deps) {
  return async ({ query }: { readonly query: AnnotationQuery }) => {
    const { rows, total } = await list(query, query);
    const references = await referencesOf(rows);
    const results = rows.map((row) => viewAnnotation(row, query.shape ?? shape, references));
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results, ...page } } as const;
  };
}
