import type { Annotation } from "../../domain/annotation/annotation.ts";
import { identifiedSpecies, type SpeciesNamed } from "../../domain/annotation/identified-species.ts";
import { authorOf, makeAnnotation } from "../../domain/annotation/make-annotation.ts";
import type { NewAnnotation } from "../../domain/annotation/new-annotation.ts";
import type { VotedSpecies } from "../../domain/annotation/vote.ts";
import { isSite, requireOwnSource, type SiteCaller } from "../../domain/person/site-key.ts";
import type { User } from "../../domain/person/user.ts";
import type { CaptureSource } from "../../domain/source/capture-source.ts";
import type { Species } from "../../domain/species/species.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { Fault, invalid } from "../../domain/wire/fault.ts";
import { type Eventual, handled } from "../../runtime/admission.ts";

/** The lookups that turn a request into an annotation. */
export type AnnotationLookups = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
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
 * @throws Fault `invalid-request` if the request refers to an unknown record, `forbidden` if a site may not make the
 * annotation
 */
export function annotationBuilder(lookups: AnnotationLookups): BuildAnnotation {
  return async (body, calling) => {
    const found = handled(lookups.findStream(streamOf(body).id));
    const located = handled(found.then((stream) => stream && lookups.findSource(stream.source)));
    const named = handled(votesOf(body, lookups));
    const caller = await calling;
    const site = isSite(caller) ? caller : undefined;
    if (site && body.shape === "identification") {
      throw new Fault(
        "forbidden",
        "With a site key, send the observation shape: cameras cannot vote for a species.",
      );
    }
    const [stream, source, votes] = await Promise.all([found, located, site ? [] : named]);
    if (stream === undefined) throw unknownStreamOf(body);
    if (site) requireOwnSource(site, stream.source);
    return makeAnnotation(body, {
      stream,
      timeZone: source?.timeZone,
      author: authorOf(caller),
      votes,
      nowMs: lookups.nowMs(),
    });
  };
}

/** The fault for a conflict: a record changed while an annotation was made from it. */
export function changedFault(): Fault {
  return new Fault(
    "unavailable",
    "The video stream or a species has just been changed. Send the request again.",
  );
}

/** The author's votes: the species with the given id, or each that a name in the observation identifies uniquely. */
async function votesOf(
  { shape, fields }: NewAnnotation,
  lookups: AnnotationLookups,
): Promise<readonly VotedSpecies[]> {
  if (shape === "observation") return identifiedSpecies(fields.observation, lookups.speciesNamed);
  const { identification } = fields;
  if (identification === undefined) return [];
  const species = await lookups.findSpecies(identification);
  if (species === undefined) throw invalid("/identification", `There is no species ${identification}.`);
  return [species];
}

function streamOf({ shape, fields }: NewAnnotation): { id: number; field: string } {
  return shape === "identification"
    ? { id: fields.videostream_id, field: "/videostream_id" }
    : { id: fields.videostreamId, field: "/videostreamId" };
}

function unknownStreamOf(body: NewAnnotation): Fault {
  const { id, field } = streamOf(body);
  return invalid(field, `There is no video stream ${id}.`);
}
