import { type BuildAnnotation, deletedFault } from "../../shared/annotations/annotation-builder.ts";
import type { Annotation } from "../../shared/domain/annotation.ts";
import { type References, viewIdentification } from "../../shared/domain/annotation-shape.ts";
import { Fault } from "../../shared/domain/fault.ts";
import type { SiteCaller } from "../../shared/domain/site-key.ts";
import type { User } from "../../shared/domain/user.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation-writer.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly build: BuildAnnotation;
  readonly annotations: Pick<AnnotationWriter, "create">;
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly referencesOf: (annotations: readonly Annotation[]) => Promise<References>;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Creates an annotation. The form of the response depends on the shape of the body. */
export function createAnnotation({ build, annotations, findAnnotation, referencesOf }: Deps) {
  return async ({ body, idempotency }: Input, caller: User | SiteCaller) => {
    const created = await annotations.create(() => build(body, caller), idempotency);
    if (typeof created === "string") throw deletedFault(body, created);
    const headers = createdHeaders(`/api/v1/annotations/${created.id}`, created);
    if (body.shape === "observation") return { status: 200, headers, body: { id: created.id } } as const;
    const found = await findAnnotation(created.id);
    if (found === undefined)
      throw new Fault("conflict", "The annotation that this request created has been deleted.");
    return { status: 201, headers, body: viewIdentification(found, await referencesOf([found])) } as const;
  };
}
