import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { segmentOf } from "../../shared/index/list-index.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { annotationCreation, type ParentChanged } from "../../shared/store/annotation/writes.ts";
import { inBatch, inGroups, type Keyed, type Place } from "../../shared/store/batch.ts";
import { groupWriter, notPlanned, type PlannedItem } from "../../shared/store/batch-group.ts";
import { creationWrites } from "../../shared/store/create-record.ts";
import type { Created } from "../../shared/table/idempotency.ts";
import { nextIds } from "../../shared/table/item.ts";
import type { Table } from "../../shared/table/table.ts";

/** One annotation of a batch. `build` checks the item, and is not called for a replay. */
export type BatchItem = Keyed & { readonly build: () => Promise<Omit<Annotation, "id" | "version">> };

/** The outcome of an item, as for a request that creates a single annotation. */
export type BatchOutcome = Created | ParentChanged;

type Assigned = { readonly place: Place<BatchItem, ParentChanged>; readonly id: number };

/**
 * Creates annotations together (see `inBatch`).
 *
 * Annotations whose ids differ by multiples of 32 share their index segments. They form a group, which is written in as
 * few transactions as possible. Writing sixteen annotations of one stream costs little more than writing one.
 */
export function annotationBatch(table: Table) {
  const writer = annotationWriter(table);
  const writeGroup = groupWriter<ParentChanged>(table);

  async function plan({ place, id }: Assigned): Promise<readonly PlannedItem<ParentChanged>[]> {
    try {
      const fields = await place.item.build();
      const creation = annotationCreation({ ...fields, id, version: 1 });
      const alone = () => writer.create(async () => fields, place.item.idempotency);
      return [{ place, id, writes: creationWrites(creation), change: creation.change, alone }];
    } catch (error) {
      return notPlanned(table, place, error);
    }
  }

  async function createAll(places: readonly Assigned["place"][]): Promise<void> {
    const ids = await nextIds(table, "A", places.length);
    const assigned = places.flatMap((place, i) => ids.slice(i, i + 1).map((id) => ({ place, id })));
    await inGroups(
      Map.groupBy(assigned, ({ id }) => segmentOf(id)).values(),
      (group) => group.map(({ place }) => place),
      async (group) => writeGroup((await Promise.all(group.map(plan))).flat()),
    );
  }

  return (items: readonly BatchItem[]) =>
    inBatch<BatchItem, ParentChanged>(table, items, { writeAll: createAll });
}
