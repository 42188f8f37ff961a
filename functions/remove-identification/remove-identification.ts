import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { ReadReferences } from "../../shared/domain/annotation/references.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import { withoutSpecies, withoutVote } from "../../shared/domain/annotation/vote.ts";
import { includesRole } from "../../shared/domain/person/role.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { Fault, notFound } from "../../shared/domain/wire/fault.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import { requireAnnotationMatch } from "../../shared/serve/annotation/match.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewAnnotation } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly annotations: Pick<AnnotationWriter, "update">;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "params" | "query" | "ifMatch">;

/** Removes the caller's vote for a species, or with `all` every vote for it. Changes nothing if there is no such vote. */
export function removeIdentification({ findAnnotation, annotations, referencesOf, defaultShape }: Deps) {
  return async ({ params: { id, species_id: species }, query, ifMatch }: Input, calling: Eventual<User>) => {
    const all = query.all === "true";
    const { shape = defaultShape } = query;
    const { left, references } = await retryChanged(async () => {
      const [annotation, caller] = await Promise.all([findAnnotation(id), calling]);
      if (all && !includesRole(caller.role, "curator")) {
        throw new Fault("forbidden", "Only a curator may remove other users' votes.");
      }
      if (annotation === undefined) throw notFound("annotation", id);
      await requireAnnotationMatch(ifMatch, annotation, referencesOf);
      const without = all ? withoutSpecies(annotation, species) : withoutVote(annotation, species, caller.id);
      // The response shows the annotation after the removal. The records that it refers to are read while it is written.
      const references = handled(referencesOf([without], shape));
      if (without === annotation) return { left: annotation, references };
      const updated = await annotations.update(annotation, without);
      return typeof updated === "string" ? "changed-meanwhile" : { left: updated, references };
    });
    const body = viewAnnotation(left, shape, await references);
    return { status: 201, body } as const;
  };
}
