import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { ReadReferences, References } from "../../shared/domain/annotation/references.ts";
import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { Fault, type FieldFault } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { withPointers } from "../../shared/http/pointers.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { BuildAnnotation } from "../../shared/serve/annotation/builder.ts";
import type { WarnOfNames } from "../../shared/serve/annotation/name-warnings.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewFull } from "../../shared/views/annotation/full.ts";
import { viewIdentification } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";

type Deps = {
  /** Makes `build` and `warn` for each try of a request. The two share look-ups. */
  readonly open: () => { readonly build: BuildAnnotation; readonly warn: WarnOfNames };
  readonly annotations: Pick<AnnotationWriter, "create">;
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly referencesOf: ReadReferences;
};
type Input = InputOf<typeof contract, "query" | "body" | "idempotency">;
type Caller = User | SiteCaller;

/** Creates an annotation. The response has the shape of the body, or `full` if the query asks for it. */
export function createAnnotation({ open, annotations, findAnnotation, referencesOf }: Deps) {
  return async ({ query, body, idempotency }: Input, caller: Eventual<Caller>) => {
    const shape = query.shape ?? body.shape;
    let warned: Promise<readonly FieldFault[]> | undefined;
    // The response shows the new annotation. The records that it refers to are read while it is written.
    let made: ((id: number) => Promise<Shown>) | undefined;
    const plan = async () => {
      const { build, warn } = open();
      warned = handled(warn(body));
      const fields = await build(body, caller);
      if (shape !== "observation") {
        const references = handled(referencesOf([{ ...fields, id: 0, version: 1 }], shape));
        made = async (id) => ({ annotation: { ...fields, id, version: 1 }, references: await references });
      }
      return fields;
    };
    const read = async (id: number): Promise<Shown> => {
      const annotation = await findAnnotation(id);
      if (annotation === undefined)
        throw new Fault("conflict", "The annotation that this request created has been deleted.");
      return { annotation, references: await referencesOf([annotation], shape) };
    };
    const created = await retryChanged(async () => {
      const result = await annotations.create(plan, idempotency);
      return typeof result === "string" ? "changed-meanwhile" : result;
    });
    const { id, replayed } = created;
    const headers = createdHeaders(`/api/v1/annotations/${id}`, created);
    const warnings = replayed ? [] : await warned;
    const more = warnings?.length ? { warnings: withPointers(warnings, "body") } : {};
    if (shape === "observation") return { status: 200, headers, body: { id, ...more } } as const;
    const { annotation, references } = await (replayed ? read : (made ?? read))(id);
    if (shape === "identification")
      return { status: 201, headers, body: viewIdentification(annotation, references) } as const;
    const status = body.shape === "observation" ? 200 : 201;
    return { status, headers, body: { ...viewFull(annotation, references), ...more } } as const;
  };
}

type Shown = { readonly annotation: Annotation; readonly references: References };
