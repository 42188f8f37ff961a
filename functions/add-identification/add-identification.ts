import { type Annotation, unknownAnnotation } from "../../shared/domain/annotation.ts";
import type { ShapeQuery } from "../../shared/domain/annotation-query.ts";
import { type References, type Shape, viewAnnotation } from "../../shared/domain/annotation-shape.ts";
import type { IdentificationPath } from "../../shared/domain/id.ts";
import { type Species, unknownSpecies } from "../../shared/domain/species.ts";
import type { User } from "../../shared/domain/user.ts";
import { withVote } from "../../shared/domain/vote.ts";
import type { AnnotationWriter } from "../../shared/store/annotation-writer.ts";
import { retryChanged } from "../../shared/store/retry-changed.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly annotations: Pick<AnnotationWriter, "update">;
  readonly referencesOf: (annotations: readonly Annotation[]) => Promise<References>;
  readonly shape: Shape;
};

type Request = { readonly params: IdentificationPath; readonly query: ShapeQuery };

/** Adds the caller's vote; one that is there already changes nothing. */
export function addIdentification({ findAnnotation, findSpecies, annotations, referencesOf, shape }: Deps) {
  return async ({ params: { id, species_id: species }, query }: Request, caller: User) => {
    const identified = await retryChanged(async () => {
      const [annotation, found] = await Promise.all([findAnnotation(id), findSpecies(species)]);
      if (annotation === undefined) throw unknownAnnotation(id);
      if (found === undefined) throw unknownSpecies(species);
      const voted = withVote(annotation, species, caller.id);
      return voted === annotation ? annotation : annotations.update(annotation, voted);
    });
    if (identified === "species-gone") throw unknownSpecies(species);
    const references = await referencesOf([identified]);
    return { status: 201, body: viewAnnotation(identified, query.shape ?? shape, references) } as const;
  };
}
