import type { Annotation } from "../../shared/domain/annotation.ts";
import { type References, viewIdentification } from "../../shared/domain/annotation-shape.ts";
import type { Attempt } from "../../shared/domain/attempt.ts";
import { Fault, invalid } from "../../shared/domain/fault.ts";
import { authorOf, makeAnnotation } from "../../shared/domain/make-annotation.ts";
import type { NewAnnotation } from "../../shared/domain/new-annotation.ts";
import { identifyingNames } from "../../shared/domain/observation.ts";
import { isSite, requireOwnSource, type SiteCaller } from "../../shared/domain/site-key.ts";
import type { Species } from "../../shared/domain/species.ts";
import type { User } from "../../shared/domain/user.ts";
import type { VideoStream } from "../../shared/domain/video-stream.ts";
import { madeHeaders } from "../../shared/http/made-headers.ts";
import type { AnnotationWriter } from "../../shared/store/annotation-writer.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly speciesNamed: (name: string) => Promise<readonly { readonly id: number }[]>;
  readonly annotations: Pick<AnnotationWriter, "create">;
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly referencesOf: (annotations: readonly Annotation[]) => Promise<References>;
  readonly nowMs: () => number;
};

type Request = { readonly body: NewAnnotation; readonly attempt: Attempt | undefined };

/** Labels a moment of a stream. The answer has the form that the interface gives for the shape of the body. */
export function createAnnotation(deps: Deps) {
  const { findStream, annotations, findAnnotation, referencesOf, nowMs } = deps;
  return async ({ body, attempt }: Request, caller: User | SiteCaller) => {
    const [streamId, pointer] = streamOf(body);
    const build = async () => {
      const site = isSite(caller) ? caller : undefined;
      if (site && body.shape === "identification") throw machineVote();
      const [stream, votes] = await Promise.all([findStream(streamId), site ? [] : votesOf(body, deps)]);
      if (stream === undefined) throw unknownStream(streamId, pointer);
      if (site) requireOwnSource(site, stream.source);
      return makeAnnotation(body, { stream, author: authorOf(caller), votes, nowMs: nowMs() });
    };
    const made = await annotations.create(build, attempt);
    if (made === "stream-gone") throw unknownStream(streamId, pointer);
    if (made === "species-gone") throw unknownIdentification();
    const headers = madeHeaders(`/api/v1/annotations/${made.id}`, made);
    if (body.shape === "observation") return { status: 200, headers, body: { id: made.id } } as const;
    const found = await findAnnotation(made.id);
    if (found === undefined) throw new Fault("conflict", "The annotation that this request made is deleted.");
    return { status: 201, headers, body: viewIdentification(found, await referencesOf([found])) } as const;
  };
}

/** A machine has no vote, so there is no author's vote in what it notes, and no shape for one. */
function machineVote(): Fault {
  return new Fault("forbidden", "A site key annotates in the observation shape.");
}

function streamOf({ shape, fields }: NewAnnotation): [id: number, pointer: string] {
  return shape === "identification"
    ? [fields.videostream_id, "/body/videostream_id"]
    : [fields.videostreamId, "/body/videostreamId"];
}

/** The author's votes: the species named by its id, or those that a name in the observation leaves no doubt of. */
async function votesOf({ shape, fields }: NewAnnotation, deps: Deps): Promise<readonly number[]> {
  if (shape === "observation") {
    const found = await Promise.all(identifyingNames(fields.observation).map(deps.speciesNamed));
    return [
      ...new Set(found.flatMap((species) => (species.length === 1 ? species.map(({ id }) => id) : []))),
    ];
  }
  const { identification } = fields;
  if (identification === undefined) return [];
  if (!(await deps.findSpecies(identification))) throw unknownIdentification();
  return [identification];
}

function unknownStream(id: number, pointer: string): Fault {
  return invalid(pointer, `There is no video stream ${id}`);
}

function unknownIdentification(): Fault {
  return invalid("/body/identification", "There is no such species");
}
