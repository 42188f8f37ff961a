import type { Annotation } from "../domain/annotation.ts";
import { type References, viewIdentification, viewObservation } from "../domain/annotation-shape.ts";
import { requireMatch } from "../http/etag.ts";

/**
 * `If-Match` of an annotation: either of its shapes may be the one that the caller has seen.
 * @throws Fault `precondition-failed`
 */
export async function requireAnnotationMatch(
  ifMatch: string | undefined,
  annotation: Annotation,
  referencesOf: (annotations: readonly Annotation[]) => Promise<References>,
): Promise<void> {
  if (ifMatch === undefined) return;
  const references = await referencesOf([annotation]);
  requireMatch(ifMatch, viewIdentification(annotation, references), viewObservation(annotation, references));
}
