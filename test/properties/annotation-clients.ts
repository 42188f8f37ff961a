import { Fault } from "../../shared/domain/fault.ts";
import type { NewAnnotation } from "../../shared/domain/new-annotation.ts";
import { asFault } from "../../shared/http/problem.ts";
import { annotationBatch, type BatchOutcome } from "../../shared/store/annotation-batch.ts";
import { annotationById } from "../../shared/store/annotation-reader.ts";
import type { Table } from "../../shared/table/table.ts";
import { below, oneOf } from "../support/seeded-random.ts";
import { author, builder, callerOf, personOf, requests } from "./annotation-requests.ts";
import { observers, randomAnnotation, randomObservation } from "./random-annotations.ts";
import { answerOf, type Client, persist } from "./run-clients.ts";
import type { KnownSurroundings } from "./surrounding-clients.ts";
import { type VoteLog, vote, votesOf } from "./vote-log.ts";

/** What clients were told of annotations; each is sent with a number of its own, its mark. */
export type KnownAnnotations = {
  readonly ids: number[];
  readonly markOf: Map<number, number>;
  readonly deleted: Set<number>;
  /** Marks of annotations that may or may not have been made. */
  readonly inDoubt: Set<number>;
  /** The species that an author's words identified. */
  readonly authorsVotes: Map<number, readonly number[]>;
  readonly votes: VoteLog;
  marks: number;
};

export const noAnnotations = (): KnownAnnotations => ({
  ids: [],
  markOf: new Map(),
  deleted: new Set(),
  inDoubt: new Set(),
  authorsVotes: new Map(),
  votes: { now: 0, casts: [] },
  marks: 0,
});

/** One random request about annotations. */
export async function operateAnnotations(
  client: Client,
  known: KnownAnnotations,
  surroundings: KnownSurroundings,
): Promise<void> {
  const { random } = client;
  const dice = random();
  const id = oneOf(random, known.ids.slice(8));
  const voted = oneOf(random, known.ids.slice(0, 8));
  if (dice < 0.3 || id === undefined || voted === undefined) await create(client, known, surroundings);
  else if (dice < 0.4) await createBatch(client, known, surroundings);
  else if (dice < 0.8) await castVote(client, voted, known, surroundings);
  else if (dice < 0.91) await patch(client, oneOf(random, [id, voted]), known);
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
  const from = ++known.votes.now;
  const answer = await answerOf(() => requests(table).create({ body, idempotency }, caller));
  if (typeof answer === "string") return;
  const { id } = answer.body;
  if (body.shape === "identification" && body.fields.identification !== undefined) {
    const { identification: species } = body.fields;
    known.votes.casts.push({
      annotation: id,
      species,
      voter: caller.id,
      add: true,
      from,
      to: ++known.votes.now,
    });
  }
  await learn(table, id, mark, body, known);
}

/** With a key for each, again until each is answered; or without keys and only once. */
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
  for (const { mark } of sent) known.inDoubt.add(mark);
  const build = builder(table);
  const items = sent.map(({ body, idempotency }) => ({ build: () => build(body, author), idempotency }));
  const send = async (): Promise<readonly (BatchOutcome | Error)[]> => {
    const outcomes = await annotationBatch(table)(items);
    if (keyed && outcomes.some(isUnavailable)) throw new Fault("unavailable", "some are to be sent again");
    return outcomes;
  };
  const outcomes = keyed ? await persist(send) : await send().catch(() => []);
  for (const [i, { mark, body }] of sent.entries()) {
    const outcome = outcomes[i];
    if (outcome === undefined || isUnavailable(outcome)) continue;
    if (outcome instanceof Error && !(outcome instanceof Fault)) throw outcome;
    known.inDoubt.delete(mark);
    if (typeof outcome === "object" && "id" in outcome) await learn(table, outcome.id, mark, body, known);
  }
}

function isUnavailable(outcome: BatchOutcome | Error): boolean {
  const fault = outcome instanceof Error ? asFault(outcome) : undefined;
  return fault instanceof Fault && fault.code === "unavailable";
}

async function learn(
  table: Table,
  id: number,
  mark: number,
  body: NewAnnotation,
  known: KnownAnnotations,
): Promise<void> {
  if (body.shape === "observation") {
    const made = await persist(() => annotationById(table)(id));
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
    answerOf<object>(() => (add ? give(request, personOf(voter)) : takeBack(request, personOf(voter)))),
  );
}

async function patch({ table, random }: Client, id: number, known: KnownAnnotations): Promise<void> {
  const body = oneOf(random, [
    { observer: oneOf(random, observers) },
    { observation: randomObservation(random, known.markOf.get(id) ?? 0) },
    { timespan: { start: 1, end: 2 } },
  ]);
  await answerOf(() =>
    requests(table).update({ params: { id }, query: {}, body, ifMatch: undefined }, author),
  );
}

async function drop({ table }: Client, id: number, known: KnownAnnotations): Promise<void> {
  await answerOf(() => requests(table).drop({ params: { id }, ifMatch: undefined }, author));
  known.deleted.add(id);
}
