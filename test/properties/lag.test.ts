import { expect, test } from "vitest";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { dynamoLag } from "../support/dynamo/lag.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { noAnnotations, operateAnnotations } from "./annotation-clients.ts";
import { observers } from "./random-annotations.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { firstSurroundings } from "./surrounding-clients.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

test("pages hold exactly the right annotations while secondary indexes lag", soak, async () => {
  // Number of entries that the indexes lack, and number of outdated entries that they still have.
  let [missing, stale] = [0, 0];
  await forSeeds(async (seed) => {
    const [table, follower] = [await database.fresh(), await database.fresh()];
    const random = seededRandom(seed);
    let gate = Promise.withResolvers<void>();
    // Some items are copied to the indexes at once, the others when the gate opens.
    const lag = dynamoLag(table, follower, async () => (random() < 0.4 ? undefined : gate.promise));
    const connection = database.connect();
    lag.addTo(connection);
    const lagging = openTable(table.name, connection);
    const [known, surroundings] = [noAnnotations(), await firstSurroundings(table)];
    for (let round = 0; round < 2; round++) {
      const options = { seed: 3 * seed + round, clients: 16, operations: 64, addTo: lag.addTo };
      await runClients(database, table, options, (client) => operateAnnotations(client, known, surroundings));
      const { annotations } = recordsOf(await readAll(table));
      const entries = annotations.map(entryOf);
      const indexed = recordsOf(await readAll(follower)).annotations.map(entryOf);
      missing += entries.filter((each) => !indexed.includes(each)).length;
      stale += indexed.filter((each) => !entries.includes(each)).length;
      for (const id of surroundings.streams) {
        const isOf = ({ videostream }: Annotation) => videostream === id;
        await expectPages(lagging, { videostream: [id] }, annotations, isOf);
      }
      const two = surroundings.streams.slice(0, 2);
      const isOfTwo = ({ videostream }: Annotation) => two.includes(videostream);
      await expectPages(lagging, { videostream: two }, annotations, isOfTwo);
      for (const observer of observers) {
        await expectPages(lagging, { observer }, annotations, (each) => each.observer === observer);
      }
      for (const id of authors) {
        const isOwn = ({ observer, author }: Annotation) => observer === undefined && author.id === id;
        await expectPages(lagging, { observer: `author ${id}` }, annotations, isOwn);
      }
      gate.resolve();
      await lag.caughtUp();
      expect(recordsOf(await readAll(follower)).annotations).toEqual(annotations);
      gate = Promise.withResolvers();
    }
  });
  expect(missing).toBeGreaterThan(0);
  expect(stale).toBeGreaterThan(0);
});

/** The entry that an annotation must have in the index by observer. */
const entryOf = ({ id, observer, author }: Annotation) => `${id} ${observer ?? author.id}`;

/** Ids of users. The filter `observer` finds them as `author <id>`. */
const authors = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const authorCalled = async (name: string) => authors.filter((id) => name === `author ${id}`);

/** Invariant 9 (docs/invariants.md). Fields of a row may be old, except the field that the page is filtered by. */
async function expectPages(
  table: Table,
  filter: Omit<AnnotationFilters, "observation">,
  all: readonly Annotation[],
  passes: (annotation: Annotation) => boolean,
): Promise<void> {
  const annotations = all.filter(passes);
  const lookups = { ...annotationLookups(table), usersCalled: authorCalled };
  const list = listAnnotations(table, lookups);
  for (let offset = 0; offset <= annotations.length; offset += 10) {
    const { rows, total } = await list({ ...filter, observation: [] }, { offset, limit: 10 });
    expect(total, JSON.stringify(filter)).toBe(annotations.length);
    const page = annotations.slice(offset, offset + 10);
    expect(
      rows.map(({ id }) => id),
      JSON.stringify(filter),
    ).toEqual(page.map(({ id }) => id));
    for (const row of rows) expect(row).toSatisfy(passes);
  }
}
