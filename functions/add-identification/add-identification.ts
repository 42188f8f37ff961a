import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { ReadReferences } from "../../shared/domain/annotation/references.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import { cast } from "../../shared/domain/annotation/vote.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation/writer.ts";
import { type AnnotationView, viewAnnotation } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly annotations: Pick<AnnotationWriter, "vote">;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "params" | "query" | "idempotency">;

/** Adds the caller's vote for a species. A vote that already exists changes nothing. */
export function addIdentification({
  findAnnotation,
  findSpecies,
  annotations,
  referencesOf,
  defaultShape,
}: Deps) {
  return async (
    { params: { id, species_id: species }, query, idempotency }: Input,
    caller: Eventual<User>,
  ) => {
    const { shape = defaultShape } = query;
    const view = async (annotation: Annotation) =>
      viewAnnotation(annotation, shape, await referencesOf([annotation], shape));
    const read = async () => {
      const annotation = existing("annotation", id, await findAnnotation(id));
      return view(annotation);
    };
    let voted: Promise<AnnotationView> | undefined;
    const plan = async () => {
      const [before, found] = await Promise.all([findAnnotation(id), findSpecies(species)]);
      const vote = cast({ annotation: id, species }, before, found, (await caller).id);
      // The response shows the annotation after the vote, and is prepared while the vote is written.
      voted = handled(view(vote.after));
      return vote;
    };
    const outcome = await annotations.vote(plan, idempotency);
    const body = await ((outcome.replayed ? undefined : voted) ?? read());
    return { status: 201, headers: createdHeaders(`/api/v1/annotations/${id}`, outcome), body } as const;
  };
}
