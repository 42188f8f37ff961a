import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { ReadReferences } from "../../shared/domain/annotation/references.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewAnnotation } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns one annotation. */
export function getAnnotation({ findAnnotation, referencesOf, defaultShape }: Deps) {
  return async ({ params: { id }, query }: Input) => {
    const annotation = existing("annotation", id, await findAnnotation(id));
    const { shape = defaultShape } = query;
    const references = await referencesOf([annotation], shape);
    const body = viewAnnotation(annotation, shape, references);
    return { status: 200, version: annotation.version, body } as const;
  };
}
