import { expect, test } from "vitest";
import { type Annotation, annotationTerms } from "../../../../shared/domain/annotation/annotation.ts";
import { withVote } from "../../../../shared/domain/annotation/vote.ts";
import { indexItems } from "../../../../shared/index/list-index.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { annotationCreation, changeOf, deletion } from "../../../../shared/store/annotation/writes.ts";
import { creationWrites } from "../../../../shared/store/create-record.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainAnnotation } from "../../../support/plain-records.ts";

const database = useTable();

/** DynamoDB's limit for a transaction. */
const maxItems = 100;

const author = { id: 1, source: undefined };
/** An observation with the maximum number of pairs. Three of its keys are names of a species. */
const pairs = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [
      "species",
      "common_name",
      "scientific_name",
      ...Array.from({ length: 17 }, (_, i) => `${tag} key ${i}`),
    ].map((key) => [key, `${tag} value of ${key}`]),
  );
const fields: Omit<Annotation, "id" | "version"> = {
  ...plainAnnotation,
  ...{ videostream: 1, source: 1, startMs: 0, endMs: 1, createdMs: 0, changedMs: 0 },
  ...{ keypoints: undefined, boundingBox: undefined, observer: "an observer", observation: pairs("old") },
  identifications: [],
  importId: 1,
  author,
};
/** 10 species and 20 voters: each person votes for one species. */
const voted = (annotation: Annotation, voters = 20) =>
  Array.from({ length: voters }, (_, i) => i).reduce(
    (before, i) => withVote(before, { id: (i % 10) + 1 }, i + 1),
    annotation,
  );

async function created(): Promise<Annotation> {
  const idempotency = { digest: crypto.randomUUID(), bodyHash: "" };
  const made = await annotationWriter(database.table).create(
    async () => ({
      ...fields,
      identifications: [1, 2].map((species) => ({ species, blank: false, voters: [author.id] })),
    }),
    idempotency,
  );
  if (typeof made === "string") throw new Error(made);
  return stored(made.id);
}

async function stored(id: number): Promise<Annotation> {
  const found = await annotationById(database.table)(id);
  if (found === undefined) throw new Error(`${id} is missing`);
  return found;
}

/**
 * Counts the items of the transaction that changes an annotation: the annotation and its history, counters, terms, and
 * at most two of its lane.
 */
function itemsOf(before: Annotation, after: Annotation): number {
  const differing = (one: readonly unknown[], other: readonly unknown[]) => {
    const [had, has] = [
      new Set(one.map((each) => JSON.stringify(each))),
      other.map((each) => JSON.stringify(each)),
    ];
    const kept = new Set(has.filter((each) => had.has(each)));
    return had.size + new Set(has).size - 2 * kept.size;
  };
  const species = ({ identifications }: Annotation) => identifications.map((each) => each.species);
  return (
    4 +
    differing(species(before), species(after)) +
    differing(annotationTerms(before), annotationTerms(after))
  );
}

test("the largest annotation can be created with an idempotency key, voted on, and deleted", async () => {
  const writer = annotationWriter(database.table);
  const before = await created();
  const after = await writer.update(before, voted(before));
  if (typeof after === "string") throw new Error(after);
  expect(after.identifications.length).toBe(10);
  expect(await writer.delete(after)).toBe("deleted");
});

test("the transactions that create and delete the largest annotation have at most 99 writes", () => {
  const largest: Annotation = {
    ...voted({ ...fields, id: 1, version: 1 }),
    ...{ method: "machine", confidence: 0.5, keypoints: undefined },
  };
  const by = { user: 1 };
  const creation = annotationCreation(largest);
  const idempotency = 1;
  const created = creationWrites(creation).length + indexItems(creation.change).length + idempotency;
  const removed = deletion(largest, by, "reference").length + indexItems(changeOf(largest, undefined)).length;
  expect(Math.max(created, removed)).toBeLessThanOrEqual(99);
  expect(Math.min(created, removed)).toBeGreaterThan(90);
});

test("a change that does not fit into a transaction is refused without writing anything", async () => {
  const writer = annotationWriter(database.table);
  const sizes: number[] = [];
  for (let replaced = 0; replaced <= 20; replaced++) {
    const begun = await created();
    const before = await writer.update(begun, voted(begun, 10));
    if (typeof before === "string") throw new Error(before);
    const observation = Object.fromEntries([
      ...Object.entries(pairs("old")).slice(replaced),
      ...Array.from({ length: replaced }, (_, i) => [`new key ${i}`, "new"]),
    ]);
    const after: Annotation = { ...before, observation, observer: "another", identifications: [] };
    const items = itemsOf(before, after);
    const outcome = await writer.update(before, after);
    if (items > maxItems) expect(outcome, `${items} items`).toBe("too-large");
    else expect(outcome, `${items} items`).toMatchObject({ version: before.version + 1 });
    expect((await stored(before.id)).version).toBe(before.version + (items > maxItems ? 0 : 1));
    sizes.push(items);
  }
  expect(Math.min(...sizes)).toBeLessThanOrEqual(maxItems);
  expect(Math.max(...sizes)).toBeGreaterThan(maxItems);
});
