import { type Annotation, unknownAnnotation } from "../../shared/domain/annotation.ts";
import { type References, type Shape, viewAnnotation } from "../../shared/domain/annotation-shape.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly referencesOf: (annotations: readonly Annotation[]) => Promise<References>;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns one annotation. */
export function getAnnotation({ findAnnotation, referencesOf, defaultShape }: Deps) {
  return async ({ params: { id }, query }: Input) => {
    const annotation = await findAnnotation(id);
    if (annotation === undefined) throw unknownAnnotation(id);
    const references = await referencesOf([annotation]);
    return {
      status: 200,
      version: annotation.version,
      body: viewAnnotation(annotation, query.shape ?? defaultShape, references),
    } as const;
  };
}
