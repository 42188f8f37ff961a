import { isSite, type SiteCaller } from "../person/site-key.ts";
import type { User } from "../person/user.ts";
import { isBlank } from "../species/species.ts";
import { checkInPicture } from "../stream/frame-size.ts";
import { checkInStream, type VideoStream } from "../stream/video-stream.ts";
import { momentAt } from "../time/moment.ts";
import { invalid } from "../wire/fault.ts";
import type { Annotation, Author } from "./annotation.ts";
import type { Keypoint } from "./keypoint.ts";
import { checkLabel, type Label, type NewLabel } from "./machine-label.ts";
import type { NewAnnotation } from "./new-annotation.ts";
import { noted } from "./observation.ts";
import type { VotedSpecies } from "./vote.ts";

/** The data of a new annotation that its author does not send. */
export type Making = {
  readonly stream: VideoStream;
  /** The time zone of the stream's capture source. */
  readonly timeZone: string | undefined;
  readonly author: Author;
  /** The species that the author votes for. */
  readonly votes: readonly VotedSpecies[];
  readonly nowMs: number;
};

/**
 * Returns the annotation that a request in either shape makes.
 * @throws Fault `invalid-request` for a time beyond the end of the stream, `conflict` for a box beyond its picture
 */
export function makeAnnotation(
  { shape, fields }: NewAnnotation,
  { stream, timeZone, author, votes, nowMs }: Making,
): Omit<Annotation, "id" | "version"> {
  const label = labelOf(fields, author);
  checkLabel(label);
  if (label.method === "machine" && shape === "identification" && fields.identification !== undefined) {
    throw invalid(
      "/identification",
      "`identification` must be left out of a machine's label, which has no vote. Name the species in `observation`.",
    );
  }
  const voted = label.method === "machine" ? [] : votes.toSorted((a, b) => a.id - b.id);
  const made = {
    ...label,
    videostream: stream.id,
    source: stream.source,
    identifications: voted.map((species) => ({
      species: species.id,
      blank: isBlank(species),
      voters: [author.id],
    })),
    author,
    camtrapDp: fields.camtrap_dp,
    createdMs: nowMs,
    changedMs: nowMs,
  };
  if (shape === "identification") {
    const times = fields.keypoints.map(({ timeMs }) => timeMs);
    checkInStream(stream, Math.max(...times), "/keypoints");
    checkKeypoints(stream, fields.keypoints);
    return {
      ...made,
      startMs: Math.min(...times),
      endMs: Math.max(...times),
      moment: momentAt(stream.startMs + Math.min(...times), timeZone),
      keypoints: fields.keypoints,
      boundingBox: undefined,
      observer: undefined,
      observation: undefined,
    };
  }
  checkInStream(stream, fields.timespan.end, "/timespan/end");
  if (fields.boundingBox) checkInPicture(stream.size, fields.boundingBox, "/boundingBox");
  return {
    ...made,
    startMs: fields.timespan.start,
    endMs: fields.timespan.end,
    moment: momentAt(stream.startMs + fields.timespan.start, timeZone),
    keypoints: undefined,
    boundingBox: fields.boundingBox,
    observer: fields.observer,
    observation: noted(fields.observation),
  };
}

/**
 * Without `method`, a label that is sent with a site key is a machine's, and a label that a user sends is a person's.
 */
function labelOf({ method, confidence, machine }: NewLabel, { source }: Author): Label {
  return { method: method ?? (source === undefined ? "human" : "machine"), confidence, machine };
}

/** The caller as author. */
export function authorOf(caller: User | SiteCaller): Author {
  return isSite(caller)
    ? { id: caller.siteKey, source: caller.source }
    : { id: caller.id, source: undefined };
}

export function checkKeypoints({ size }: VideoStream, keypoints: readonly Keypoint[]): void {
  for (const [i, { box }] of keypoints.entries()) checkInPicture(size, box, `/keypoints/${i}/box`);
}
