import type { Annotation } from "../domain/annotation.ts";
import { type References, viewIdentification, viewObservation } from "../domain/annotation-shape.ts";
import { requireMatch } from "../http/etag.ts";

/**
 * Checks `If-Match` of an annotation. The caller may have read it in either shape.
 * @throws Fault `precondition-failed`
 */
export async function requireAnnotationMatch(
  ifMatch: string | undefined,
  annotation: Annotation,
  referencesOf: (annotations: readonly Annotation[]) => Promise<References>,
): Promise<void> {
  if (ifMatch === undefined) return;
  const references = await referencesOf([annotation]);
  const views = [viewIdentification(annotation, references), viewObservation(annotation, references)];
  requireMatch(ifMatch, annotation.version, ...views);
}
