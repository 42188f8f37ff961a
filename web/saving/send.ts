import type { components } from "../../client/paths.d.ts";
import { type Content, contentOf, isSameContent } from "../labels/content.ts";
import { isFull, type Row } from "../labels/label.ts";
import { formatOffset } from "../labels/offset.ts";
import { type Action, type Entry, type Origin, votesOfOthers } from "./entry.ts";
import { merged } from "./merge.ts";
import type { Outcome } from "./outcome.ts";

type Patch = components["schemas"]["AnnotationPatch"];
type NewLabel =
  | components["schemas"]["NewAnnotationInIdentificationShape"]
  | components["schemas"]["NewAnnotationInObservationShape"];
type NewVote = components["schemas"]["NewIdentification"];

/** A response of the service. `body` is its JSON. */
export type Answer = {
  readonly status: number;
  readonly body: unknown;
  /** The pause that the service asks for, in milliseconds. */
  readonly pauseMs: number | undefined;
};

/** The operations on labels, each without retries. The operations reject if there is no response. */
export type LabelService = {
  readonly create: (body: NewLabel, key: string) => Promise<Answer>;
  readonly read: (id: number) => Promise<Answer>;
  readonly change: (id: number, body: Patch, etag: string) => Promise<Answer>;
  readonly remove: (id: number, etag: string) => Promise<Answer>;
  readonly vote: (id: number, species: number, key: string) => Promise<Answer>;
  readonly unvote: (id: number, species: number) => Promise<Answer>;
  /** Sends votes and removals in one request. The response has a result for each. */
  readonly voteAll: (votes: readonly NewVote[]) => Promise<Answer>;
};

/**
 * Sends an entry. Sending it again is safe, even after a lost response: a new label has an idempotency key; votes,
 * deletions and changes that were already made change nothing.
 */
export async function sendEntry(service: LabelService, entry: Entry): Promise<Outcome> {
  try {
    return await sent(service, entry);
  } catch (error) {
    if (error instanceof NotDone) return error.outcome;
    return { kind: "later" };
  }
}

/** The reason for which a request did not succeed. */
class NotDone extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

async function sent(service: LabelService, entry: Entry): Promise<Outcome> {
  const { action, label, key, stream, etag } = entry;
  switch (action.kind) {
    case "create": {
      const answer = await service.create(newLabel(stream, action.content, action.origin), key);
      // The stream was deleted. The drawn label is kept: only the person may discard it.
      return answer.status === 404 ? refused(answer) : done(answer);
    }
    case "vote":
      return voted(service, label, action, key);
    case "change":
      return changed(service, label, action, etag);
    case "remove":
      return removed(service, entry, action.before);
    default:
      return action satisfies never;
  }
}

async function voted(
  service: LabelService,
  label: number,
  { species, isFor }: Extract<Action, { kind: "vote" }>,
  key: string,
): Promise<Outcome> {
  const answer = await (isFor ? service.vote(label, species.id, key) : service.unvote(label, species.id));
  if (answer.status !== 404) return done(answer);
  // Either the label or the species was deleted.
  const row = rowOf(succeeded(await service.read(label)));
  return isFor ? refused(answer) : { kind: "done", row };
}

async function changed(
  service: LabelService,
  id: number,
  { before, after }: { readonly before: Content; readonly after: Content },
  etag: string | undefined,
): Promise<Outcome> {
  if (etag !== undefined) {
    const answer = await service.change(id, patchOf(before, after), etag);
    if (answer.status !== 412) return done(answer);
  }
  const theirs = rowOf(succeeded(await service.read(id)));
  const now = contentOf(theirs);
  const next = merged(before, after, now);
  if (next === undefined) return { kind: "conflict", theirs };
  // The response of an earlier attempt was lost, or somebody else made the same change.
  if (isSameContent(next, now)) return { kind: "done", row: theirs };
  const answer = await service.change(id, patchOf(now, next), theirs.etag);
  // The label was changed between the two requests.
  return answer.status === 412 ? { kind: "later", pauseMs: 0 } : done(answer);
}

async function removed(service: LabelService, { label, person, etag }: Entry, before: Row): Promise<Outcome> {
  if (etag !== undefined) {
    const answer = await service.remove(label, etag);
    if (answer.status === 404) return { kind: "done" };
    if (answer.status !== 412) return deleted(answer);
  }
  const reading = await service.read(label);
  if (reading.status === 404) return { kind: "done" };
  const theirs = rowOf(succeeded(reading));
  const isSame =
    isSameContent(contentOf(theirs), contentOf(before)) &&
    votesOfOthers(theirs, person).join() === votesOfOthers(before, person).join();
  if (!isSame) return { kind: "conflict", theirs };
  const answer = await service.remove(label, theirs.etag);
  if (answer.status === 404) return { kind: "done" };
  return answer.status === 412 ? { kind: "later", pauseMs: 0 } : deleted(answer);
}

function deleted(answer: Answer): Outcome {
  succeeded(answer);
  return { kind: "done" };
}

function done(answer: Answer): Outcome {
  return { kind: "done", row: rowOf(succeeded(answer)) };
}

/** @throws NotDone */
function succeeded({ status, body, pauseMs }: Answer): unknown {
  if (status >= 200 && status < 300) return body;
  if (status === 404) throw new NotDone({ kind: "gone" });
  const later = laterOf({ status, pauseMs });
  throw new NotDone(later ?? refused({ status, body }));
}

/** Returns the outcome "later" if the service cannot process the entry now; `undefined` for other statuses. */
export function laterOf({ status, pauseMs }: Pick<Answer, "status" | "pauseMs">): Outcome | undefined {
  // 401: the sign-in has ended, and the page asks the person to sign in.
  if (status < 500 && ![401, 408, 429].includes(status)) return undefined;
  return pauseMs === undefined ? { kind: "later" } : { kind: "later", pauseMs };
}

function refused({ status, body }: Pick<Answer, "status" | "body">): Outcome {
  return { kind: "refused", detail: detailOf(body) ?? `The service returned status ${status}.` };
}

function rowOf(body: unknown): Row {
  if (typeof body === "object" && body !== null && isFull(body)) return body;
  throw new Error("The service returned a body that is not a label.");
}

function detailOf(problem: unknown): string | undefined {
  if (typeof problem !== "object" || problem === null || !("detail" in problem)) return undefined;
  return typeof problem.detail === "string" ? problem.detail : undefined;
}

/** Labels without keypoints are made in the shape `observation`. */
function newLabel(stream: number, content: Content, origin: Origin): NewLabel {
  const { startMs, endMs, keypoints, boundingBox, notes } = content;
  const { observer = "", ...rest } = origin;
  if (keypoints.length === 0) {
    const timespan = { start: formatOffset(startMs), end: formatOffset(endMs) };
    return { videostreamId: stream, timespan, boundingBox, observer, observation: { ...notes }, ...rest };
  }
  return { videostream_id: stream, keypoints: timed(keypoints), ...rest };
}

/** Returns the fields that differ. */
function patchOf(before: Content, after: Content): Patch {
  const same = { ...before, notes: after.notes };
  const isMoved = !isSameContent(same, after);
  const isNoted = !isSameContent({ ...after, notes: before.notes }, after);
  return {
    ...(isMoved && {
      timespan: { start: formatOffset(after.startMs), end: formatOffset(after.endMs) },
      keypoints: after.keypoints.length === 0 ? null : timed(after.keypoints),
      boundingBox: after.boundingBox,
    }),
    ...(isNoted && { observation: after.notes === null ? null : { ...after.notes } }),
  };
}

function timed(keypoints: Content["keypoints"]) {
  return keypoints.map(({ box, ms }) => ({ box, time: formatOffset(ms) }));
}
