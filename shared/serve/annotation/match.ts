import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { ReadReferences } from "../../domain/annotation/references.ts";
import { Shape } from "../../domain/annotation/shape.ts";
import { requireMatch, tagsOf } from "../../http/etag.ts";
import { rowTag } from "../../views/annotation/full.ts";
import { viewAnnotation } from "../../views/annotation/shape.ts";

/**
 * Checks `If-Match` of an annotation. The caller may have read it in any shape, or as a row of a list.
 * @throws Fault `precondition-failed`
 */
export async function requireAnnotationMatch(
  ifMatch: string | undefined,
  annotation: Annotation,
  referencesOf: ReadReferences,
): Promise<void> {
  if (ifMatch === undefined || tagsOf(ifMatch).includes(rowTag(annotation))) return;
  const references = await referencesOf([annotation], "full");
  const views = Shape.options.map((shape) => viewAnnotation(annotation, shape, references));
  requireMatch(ifMatch, annotation.version, ...views);
}
