import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { ReadReferences } from "../../shared/domain/annotation/references.ts";
import { requireAuthorship } from "../../shared/domain/annotation/rights.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { requireAnnotationMatch } from "../../shared/serve/annotation/match.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";

import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly annotations: Pick<AnnotationWriter, "delete">;
  readonly referencesOf: ReadReferences;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Deletes an annotation with its identifications. */
export function deleteAnnotation({ findAnnotation, annotations, referencesOf }: Deps) {
  return async ({ params: { id }, ifMatch }: Input, caller: Eventual<User>) => {
    await retryChanged(async () => {
      const annotation = existing("annotation", id, await findAnnotation(id));
      requireAuthorship(annotation, await caller);
      await requireAnnotationMatch(ifMatch, annotation, referencesOf);
      return annotations.delete(annotation);
    });
    return { status: 200 } as const;
  };
}
