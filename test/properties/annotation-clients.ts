import {
  annotationBatch,
  type BatchOutcome,
} from "../../functions/create-annotation-batch/annotation-batch.ts";
import type { NewAnnotation } from "../../shared/domain/annotation/new-annotation.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import { below, oneOf } from "../support/seeded-random.ts";
import { author, builder, callerOf, personOf, requests } from "./annotation-requests.ts";
import { observers, randomAnnotation, randomObservation, randomTimespan } from "./random-annotations.ts";
import { type Client, outcomeOf, retryUnavailable } from "./run-clients.ts";
import type { KnownSurroundings } from "./surrounding-clients.ts";
import { type VoteLog, vote, votesOf } from "./vote-log.ts";

/** What the responses told clients about annotations. Each annotation is sent with a unique number, its mark. */
export type KnownAnnotations = {
  readonly ids: number[];
  readonly markOf: Map<number, number>;
  readonly deleted: Set<number>;
  /** Marks of annotations that may or may not exist, because no response arrived. */
  readonly uncertain: Set<number>;
  /** Species that an annotation's observation names, if its author sent it and nobody has changed it since. */
  readonly authorsVotes: Map<number, readonly number[]>;
  readonly votes: VoteLog;
  marks: number;
};

export const noAnnotations = (): KnownAnnotations => ({
  ids: [],
  markOf: new Map(),
  deleted: new Set(),
  uncertain: new Set(),
  authorsVotes: new Map(),
  votes: { now: 0, entries: [] },
  marks: 0,
});

/** Sends one random request about annotations. */
export async function operateAnnotations(
  client: Client,
  known: KnownAnnotations,
  surroundings: KnownSurroundings,
): Promise<void> {
  const { random } = client;
  const draw = random();
  const id = oneOf(random, known.ids.slice(8));
  const voted = oneOf(random, known.ids.slice(0, 8));
  if (draw < 0.3 || id === undefined || voted === undefined) await create(client, known, surroundings);
  else if (draw < 0.4) await createBatch(client, known, surroundings);
  else if (draw < 0.8) await castVote(client, voted, known, surroundings);
  else if (draw < 0.91) await patch(client, oneOf(random, [id, voted]), known);
  else await drop(client, id, known);
}

async function create(
  { table, random, operation }: Client,
  known: KnownAnnotations,
  surroundings: KnownSurroundings,
): Promise<void> {
  const mark = ++known.marks;
  const body = randomAnnotation(random, mark, surroundings);
  if (body === undefined) return;
  const caller = callerOf(body, random);
  const idempotency = { digest: operation, bodyHash: "" };
  const sentAt = ++known.votes.now;
  const answer = await outcomeOf(() => requests(table).create({ query: {}, body, idempotency }, caller));
  if (typeof answer === "string") return;
  const { id } = answer.body;
  if (body.shape === "identification" && body.fields.identification !== undefined) {
    const { identification: species } = body.fields;
    known.votes.entries.push({
      annotation: id,
      species,
      voter: caller.id,
      add: true,
      sentAt,
      answeredAt: ++known.votes.now,
    });
  }
  await remember(table, id, mark, body, known);
}

/** Sends a batch. If its items have keys, sends it again until each item has a result. Without keys, sends it once. */
async function createBatch(
  { table, random, operation }: Client,
  known: KnownAnnotations,
  surroundings: KnownSurroundings,
): Promise<void> {
  const keyed = random() < 0.6;
  const sent = Array.from({ length: 2 + below(random, 12) }, (_, i) => {
    const mark = ++known.marks;
    const body = randomAnnotation(random, mark, surroundings);
    const idempotency = keyed ? { digest: `${operation} ${i}`, bodyHash: "" } : undefined;
    return body && body.shape === "observation" ? [{ mark, body, idempotency }] : [];
  }).flat();
  for (const { mark } of sent) known.uncertain.add(mark);
  const build = builder(table);
  const items = sent.map(({ body, idempotency }) => ({ build: () => build(body, author), idempotency }));
  const send = async (): Promise<readonly (BatchOutcome | Error)[]> => {
    const outcomes = await annotationBatch(table)(items);
    if (keyed && outcomes.some(isUnavailable)) throw new Fault("unavailable", "send some items again");
    return outcomes;
  };
  const outcomes = keyed ? await retryUnavailable(send) : await send().catch(() => []);
  for (const [i, { mark, body }] of sent.entries()) {
    const outcome = outcomes[i];
    if (outcome === undefined || isUnavailable(outcome)) continue;
    if (outcome instanceof Error && !(outcome instanceof Fault)) throw outcome;
    known.uncertain.delete(mark);
    if (typeof outcome === "object" && "id" in outcome) await remember(table, outcome.id, mark, body, known);
  }
}

function isUnavailable(outcome: BatchOutcome | Error): boolean {
  const fault = outcome instanceof Error ? asFault(outcome) : undefined;
  return fault instanceof Fault && fault.code === "unavailable";
}

async function remember(
  table: Table,
  id: number,
  mark: number,
  body: NewAnnotation,
  known: KnownAnnotations,
): Promise<void> {
  if (body.shape === "observation") {
    const made = await retryUnavailable(() => annotationById(table)(id));
    known.authorsVotes.set(id, made ? votesOf(made, author.id) : []);
  }
  known.markOf.set(id, mark);
  known.ids.push(id);
}

async function castVote(
  { table, random, operation }: Client,
  annotation: number,
  known: KnownAnnotations,
  { species: all }: KnownSurroundings,
): Promise<void> {
  const species = oneOf(random, random() < 0.7 ? all.slice(0, 3) : all.slice(-2));
  if (species === undefined) return;
  const add = random() < 0.55;
  const voter = 1 + below(random, 10);
  const idempotency = random() < 0.5 ? { digest: operation, bodyHash: "" } : undefined;
  const request = {
    params: { id: annotation, species_id: species },
    query: {},
    idempotency,
    ifMatch: undefined,
  };
  const { vote: give, takeBack } = requests(table);
  await vote(known.votes, { annotation, species, voter, add }, () =>
    outcomeOf<object>(() => (add ? give(request, personOf(voter)) : takeBack(request, personOf(voter)))),
  );
}

async function patch({ table, random }: Client, id: number, known: KnownAnnotations): Promise<void> {
  const body = oneOf(random, [
    { observer: oneOf(random, observers) },
    { observation: randomObservation(random, known.markOf.get(id) ?? 0) },
    { timespan: randomTimespan(random) },
    { timespan: randomTimespan(random) },
  ]);
  if ("observation" in body) known.authorsVotes.delete(id);
  await outcomeOf(() =>
    requests(table).update({ params: { id }, query: {}, body, ifMatch: undefined }, author),
  );
}

async function drop({ table }: Client, id: number, known: KnownAnnotations): Promise<void> {
  await outcomeOf(() => requests(table).drop({ params: { id }, ifMatch: undefined }, author));
  known.deleted.add(id);
}
