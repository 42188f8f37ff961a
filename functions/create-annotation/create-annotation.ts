import { type BuildAnnotation, deletedFault } from "../../shared/annotations/annotation-builder.ts";
import type { Annotation } from "../../shared/domain/annotation.ts";
import {
  type IdentificationView,
  type References,
  viewIdentification,
} from "../../shared/domain/annotation-shape.ts";
import { Fault } from "../../shared/domain/fault.ts";
import type { SiteCaller } from "../../shared/domain/site-key.ts";
import type { User } from "../../shared/domain/user.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
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
type Caller = User | SiteCaller;

/** Creates an annotation. The form of the response depends on the shape of the body. */
export function createAnnotation({ build, annotations, findAnnotation, referencesOf }: Deps) {
  return async ({ body, idempotency }: Input, caller: Eventual<Caller>) => {
    // The response shows what this request writes, so its references are read while it is written.
    let view: ((id: number) => Promise<IdentificationView>) | undefined;
    const plan = async () => {
      const fields = await build(body, caller);
      if (body.shape === "identification") {
        const references = handled(referencesOf([{ ...fields, id: 0, version: 1 }]));
        view = async (id) => viewIdentification({ ...fields, id, version: 1 }, await references);
      }
      return fields;
    };
    const read = async (id: number) => {
      const found = await findAnnotation(id);
      if (found === undefined)
        throw new Fault("conflict", "The annotation that this request created has been deleted.");
      return viewIdentification(found, await referencesOf([found]));
    };
    const created = await annotations.create(plan, idempotency);
    if (typeof created === "string") throw deletedFault(body, created);
    const { id, replayed } = created;
    const headers = createdHeaders(`/api/v1/annotations/${id}`, created);
    if (body.shape === "observation") return { status: 200, headers, body: { id } } as const;
    const response = await (replayed ? read(id) : (view ?? read)(id));
    return { status: 201, headers, body: response } as const;
  };
}
