import { expect, test } from "vitest";
import {
  identificationBatch,
  type VoteItem,
} from "../../functions/add-identification-batch/identification-batch.ts";
import { cast } from "../../shared/domain/annotation/vote.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { withTimeLeft } from "../../shared/runtime/retry.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { addMachineLabels, removalItem, voteItem } from "../support/voting.ts";
import { forSeeds, soak } from "./seeds.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

const labels = 40;
const voter = 7;

test(
  "batches of votes and removals in any order have the same effect as single requests, even if clients must resend them to a faulty store",
  soak,
  async () => {
    await forSeeds(
      async (seed) => {
        const random = seededRandom(seed);
        const items = randomVotes(random, 60);
        const alone = await votedTable();
        const expected: string[] = [];
        for (const item of items) expected.push(await outcomeOf(vote(alone, item, voter)));

        const together = await votedTable();
        const order = shuffled(random, items);
        const outcomes = new Map<VoteItem, string>();
        for (let from = 0; from < order.length; ) {
          const part = order.slice(from, from + 1 + below(random, 60));
          const answers = await identificationBatch(together)(part, voter);
          for (const [i, item] of part.entries()) outcomes.set(item, await outcomeOf(answers[i]));
          from += part.length;
        }
        expect(items.map((item) => outcomes.get(item))).toEqual(expected);
        await expectSame(together, alone);

        const faulty = await votedTable();
        const client = database.connect();
        const faults = { throttled: 0.02, requestLost: 0.03, answerLost: 0.03 };
        dynamoFaults(seed, { ...faults, requestLostForGood: 0.05, answerLostForGood: 0.05 }).addTo(client);
        dynamoConflicts().addTo(client);
        const send = identificationBatch(openTable(faulty.name, client));
        for (let [left, sends] = [order, 1]; left.length > 0; sends++) {
          expect(sends, "sends").toBeLessThanOrEqual(100);
          const now = left;
          const answers = await withTimeLeft(1000 + below(random, 800), () => send(now, voter));
          const found = await Promise.all(answers.map(outcomeOf));
          for (const [i, item] of now.entries()) outcomes.set(item, found[i] ?? "");
          left = now.filter((_, i) => found[i]?.startsWith("unavailable"));
        }
        expect(items.map((item) => outcomes.get(item))).toEqual(expected);
        await expectSame(faulty, alone);
      },
      [1],
    );
  },
);

/** The species of all removed votes. New votes are for other species, so that the order does not matter. */
const removed = 2;

/** Creates machine labels. Some already have votes, even by the voter. The first has the maximum number of voters. */
async function votedTable(): Promise<Table> {
  const table = await database.fresh();
  await addMachineLabels(table, labels);
  for (let id = 5; id <= labels; id += 5) await vote(table, voteItem(id, 1 + (id % 3)), 8);
  for (let id = 4; id <= labels; id += 4) await vote(table, voteItem(id, removed), voter);
  for (let person = 100; person < 120; person++) await vote(table, voteItem(1, 1), person);
  return table;
}

/** Random votes. Some are for annotations or species that do not exist, and some are repeated. */
function randomVotes(random: Random, count: number): readonly VoteItem[] {
  const items: VoteItem[] = [];
  for (let i = 0; i < count; i++) {
    const annotation = 1 + below(random, labels + 2);
    const key = random() < 0.7 ? `key ${i}` : undefined;
    const item =
      random() < 0.3
        ? removalItem(annotation, removed, key)
        : voteItem(annotation, oneOf(random, [1, 3, 4]), key);
    const before = items.length > 0 && random() < 0.15 ? { ...oneOf(random, items) } : undefined;
    items.push(before ?? item);
  }
  return items;
}

function vote(table: Table, { ballot, idempotency }: VoteItem, person: number) {
  const plan = async () => {
    const before = await annotationById(table)(ballot.annotation);
    return cast(ballot, before, await speciesById(table)(ballot.species), person);
  };
  return annotationWriter(table).vote(plan, idempotency);
}

/** Returns the id in the outcome of a vote, or the text of its fault. */
async function outcomeOf(pending: unknown): Promise<string> {
  try {
    const outcome = await pending;
    if (outcome instanceof Error) throw outcome;
    return String(Object(outcome).id);
  } catch (error) {
    const fault = asFault(error);
    return fault instanceof Fault ? `${fault.code}: ${fault.message}` : "unavailable: an error of the store";
  }
}

async function expectSame(table: Table, other: Table): Promise<void> {
  const [items, others] = await Promise.all([readAll(table), readAll(other)]);
  const keysIn = (all: typeof items) =>
    all.flatMap(({ pk, hash, id }) => (hash === undefined ? [] : [`${pk} ${hash} ${id}`])).toSorted();
  expect(recordsOf(items).annotations).toEqual(recordsOf(others).annotations);
  expect(keysIn(items)).toEqual(keysIn(others));
  // Both tables have the same problem: the stream of the labels does not exist.
  expect(tableProblems(items)).toEqual(tableProblems(others));
}

function shuffled<T>(random: Random, all: readonly T[]): readonly T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
