import type { Annotation } from "../domain/annotation.ts";
import { Fault, invalid } from "../domain/fault.ts";
import { authorOf, makeAnnotation } from "../domain/make-annotation.ts";
import type { NewAnnotation } from "../domain/new-annotation.ts";
import { isSite, requireOwnSource, type SiteCaller } from "../domain/site-key.ts";
import type { Species } from "../domain/species.ts";
import type { User } from "../domain/user.ts";
import type { VideoStream } from "../domain/video-stream.ts";
import { type Eventual, handled } from "../runtime/admission.ts";
import { identifiedSpecies, type SpeciesNamed } from "./identified-species.ts";

/** The lookups that turn a request into an annotation. */
export type AnnotationLookups = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly speciesNamed: SpeciesNamed;
  readonly nowMs: () => number;
};

export type BuildAnnotation = (
  body: NewAnnotation,
  calling: Eventual<User | SiteCaller>,
) => Promise<Omit<Annotation, "id" | "version">>;

/**
 * Makes an annotation from a request, in either shape.
 * @throws Fault `invalid-request` if it refers to an unknown record, `forbidden` if a site has no right to it
 */
export function annotationBuilder(lookups: AnnotationLookups): BuildAnnotation {
  return async (body, calling) => {
    const found = handled(lookups.findStream(streamOf(body).id));
    const named = handled(votesOf(body, lookups));
    const caller = await calling;
    const site = isSite(caller) ? caller : undefined;
    if (site && body.shape === "identification") {
      throw new Fault(
        "forbidden",
        "With a site key, send the observation shape: cameras cannot vote for a species.",
      );
    }
    const [stream, votes] = await Promise.all([found, site ? [] : named]);
    if (stream === undefined) throw unknownStreamOf(body);
    if (site) requireOwnSource(site, stream.source);
    return makeAnnotation(body, { stream, author: authorOf(caller), votes, nowMs: lookups.nowMs() });
  };
}

/** The fault for an annotation that refers to a record that was deleted at the same time. */
export function deletedFault(body: NewAnnotation, deleted: "stream-deleted" | "species-deleted"): Fault {
  if (deleted === "stream-deleted") return unknownStreamOf(body);
  if (body.shape === "identification") return unknownIdentification(body.fields.identification);
  // The observation named a species that existed a moment ago. It is valid without that species, too.
  return new Fault("unavailable", "A species that this observation names has just been deleted. Try again.");
}

/** The author's votes: the species with the given id, or each that a name in the observation identifies uniquely. */
async function votesOf(
  { shape, fields }: NewAnnotation,
  lookups: AnnotationLookups,
): Promise<readonly number[]> {
  if (shape === "observation") return identifiedSpecies(fields.observation, lookups.speciesNamed);
  const { identification } = fields;
  if (identification === undefined) return [];
  if (!(await lookups.findSpecies(identification))) throw unknownIdentification(identification);
  return [identification];
}

function streamOf({ shape, fields }: NewAnnotation): { id: number; pointer: string } {
  return shape === "identification"
    ? { id: fields.videostream_id, pointer: "/body/videostream_id" }
    : { id: fields.videostreamId, pointer: "/body/videostreamId" };
}

function unknownStreamOf(body: NewAnnotation): Fault {
  const { id, pointer } = streamOf(body);
  return invalid(pointer, `There is no video stream ${id}.`);
}

function unknownIdentification(id: number | undefined): Fault {
  return invalid("/body/identification", `There is no species ${id}.`);
}
