import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { identifiedSpecies, type SpeciesNamed } from "../../shared/domain/annotation/identified-species.ts";
import type { Observation } from "../../shared/domain/annotation/observation.ts";
import { observerOf, type ReadReferences } from "../../shared/domain/annotation/references.ts";
import { isAuthor, requireAuthorship } from "../../shared/domain/annotation/rights.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import type { DerivedVotes } from "../../shared/domain/annotation/vote.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing, Fault } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { memoize } from "../../shared/runtime/memoize.ts";
import { requireAnnotationMatch } from "../../shared/serve/annotation/match.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewAnnotation } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";
import { patchAnnotation } from "./patch-annotation.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly speciesNamed: SpeciesNamed;
  readonly annotations: Pick<AnnotationWriter, "update">;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "query" | "body" | "ifMatch">;

/**
 * Changes the fields that the patch includes. A client may send back the observer that it read. If the author changes
 * the observation, the author's votes follow the names in it.
 */
export function updateAnnotation({
  findAnnotation,
  findStream,
  findSource,
  speciesNamed,
  annotations,
  referencesOf,
  defaultShape,
  nowMs,
}: Deps) {
  /** Returns whether the annotation already shows this observer, either as typed or as the author's current name. */
  async function observerIsShown(annotation: Annotation, observer: string): Promise<boolean> {
    return observerOf(annotation, await referencesOf([annotation], "observation")) === observer;
  }

  /** Returns the species that the old and the new observation name. Looks up each name once. */
  async function derivedVotes(before: Observation, after: Observation): Promise<DerivedVotes> {
    const lookUp = memoize(speciesNamed);
    const [old, changed] = await Promise.all([
      identifiedSpecies(before, lookUp),
      identifiedSpecies(after, lookUp),
    ]);
    return { before: old, after: changed };
  }

  return async ({ params: { id }, query, body, ifMatch }: Input, caller: Eventual<User>) => {
    const updated = await retryChanged(async () => {
      const annotation = existing("annotation", id, await findAnnotation(id));
      const user = await caller;
      requireAuthorship(annotation, user);
      await requireAnnotationMatch(ifMatch, annotation, referencesOf);
      const { observer, observation } = body;
      const [stream, source, isShown, derived] = await Promise.all([
        findStream(annotation.videostream),
        findSource(annotation.source),
        observer !== undefined && observerIsShown(annotation, observer),
        observation !== undefined && isAuthor(annotation, user)
          ? derivedVotes(annotation.observation ?? {}, observation ?? {})
          : undefined,
      ]);
      const patch = isShown ? { ...body, observer: undefined } : body;
      const result = await annotations.update(
        annotation,
        patchAnnotation(annotation, patch, { stream, timeZone: source?.timeZone, derived, nowMs: nowMs() }),
      );
      if (result === "too-large") throw tooManyChanges();
      return result === "species-changed" ? "changed-meanwhile" : result;
    });
    const { shape = defaultShape } = query;
    const references = await referencesOf([updated], shape);
    return { status: 200, body: viewAnnotation(updated, shape, references) } as const;
  };
}

function tooManyChanges(): Fault {
  return new Fault(
    "conflict",
    "The request changes too much at once. Change times and observation in separate requests.",
  );
}
