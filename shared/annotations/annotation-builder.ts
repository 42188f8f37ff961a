import type { Annotation } from "../domain/annotation.ts";
import { Fault, invalid } from "../domain/fault.ts";
import { authorOf, makeAnnotation } from "../domain/make-annotation.ts";
import type { NewAnnotation } from "../domain/new-annotation.ts";
import { identifyingNames } from "../domain/observation.ts";
import { isSite, requireOwnSource, type SiteCaller } from "../domain/site-key.ts";
import type { Species } from "../domain/species.ts";
import type { User } from "../domain/user.ts";
import type { VideoStream } from "../domain/video-stream.ts";
import { type Eventual, handled } from "../runtime/admission.ts";

/** What has to be looked up to make an annotation of what was sent. */
export type AnnotationLookups = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  /** The species of a name, in the form in which names compare. */
  readonly speciesNamed: (name: string) => Promise<readonly { readonly id: number }[]>;
  readonly nowMs: () => number;
};

export type BuildAnnotation = (
  body: NewAnnotation,
  calling: Eventual<User | SiteCaller>,
) => Promise<Omit<Annotation, "id" | "version">>;

/**
 * Makes the annotation of what a caller sent, whatever its shape.
 * @throws Fault `invalid-request` for what it refers to that is not there, `forbidden` for a site beyond its rights
 */
export function annotationBuilder(lookups: AnnotationLookups): BuildAnnotation {
  return async (body, calling) => {
    const found = handled(lookups.findStream(streamOf(body).id));
    const named = handled(votesOf(body, lookups));
    const caller = await calling;
    const site = isSite(caller) ? caller : undefined;
    if (site && body.shape === "identification") {
      throw new Fault("forbidden", "A site key annotates in the observation shape: a machine has no vote.");
    }
    const [stream, votes] = await Promise.all([found, site ? [] : named]);
    if (stream === undefined) throw unknownStreamOf(body);
    if (site) requireOwnSource(site, stream.source);
    return makeAnnotation(body, { stream, author: authorOf(caller), votes, nowMs: lookups.nowMs() });
  };
}

/** What a caller is told whose annotation refers to what is gone. */
export function deletedFault(body: NewAnnotation, gone: "stream-deleted" | "species-deleted"): Fault {
  if (gone === "stream-deleted") return unknownStreamOf(body);
  if (body.shape === "identification") return unknownIdentification();
  // It named a species that was there a moment ago; without it the observation is as right.
  return new Fault("unavailable", "A species that this names was deleted at the same time. Try again.");
}

/** The author's votes: the species named by its id, or those that a name in the observation leaves no doubt of. */
async function votesOf(
  { shape, fields }: NewAnnotation,
  lookups: AnnotationLookups,
): Promise<readonly number[]> {
  if (shape === "observation") {
    const found = await Promise.all(identifyingNames(fields.observation).map(lookups.speciesNamed));
    const certain = found.filter((species) => species.length === 1).flat();
    return [...new Set(certain.map(({ id }) => id))];
  }
  const { identification } = fields;
  if (identification === undefined) return [];
  if (!(await lookups.findSpecies(identification))) throw unknownIdentification();
  return [identification];
}

function streamOf({ shape, fields }: NewAnnotation): { id: number; pointer: string } {
  return shape === "identification"
    ? { id: fields.videostream_id, pointer: "/body/videostream_id" }
    : { id: fields.videostreamId, pointer: "/body/videostreamId" };
}

function unknownStreamOf(body: NewAnnotation): Fault {
  const { id, pointer } = streamOf(body);
  return invalid(pointer, `There is no video stream ${id}`);
}

function unknownIdentification(): Fault {
  return invalid("/body/identification", "There is no such species");
}
