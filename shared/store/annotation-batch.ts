import { Fault } from "../domain/fault.ts";
import { segmentOf } from "../index/list-index.ts";
import { timeIsUp, withShareOfTime } from "../runtime/retry.ts";
import { recallAll } from "../table/idempotency.ts";
import { nextIds } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import {
  annotationGroup,
  asError,
  type BatchItem,
  type BatchOutcome,
  type Place,
} from "./annotation-group.ts";

export type { BatchItem, BatchOutcome } from "./annotation-group.ts";

/** Maximum number of groups in progress, and so of transactions in flight. */
const concurrency = 8;

/** Maximum number of items whose idempotency is read in one request (DynamoDB's limit for BatchGetItem). */
const itemsPerRead = 100;

/**
 * Share of the request's time in which items are created: 20 of 27 seconds. A busy machine takes seconds to answer, and
 * API Gateway's limit of 29 s includes the start of the function.
 */
const shareOfTime = 0.75;

/**
 * Creates annotations together, each completely or not at all. It first reads what earlier copies of the items created.
 * It creates the others in groups, and begins no group when its time is up: then it returns what is known. So a batch
 * that is sent again continues where it stopped.
 *
 * Ids that are 32 apart share their index segments and are in one group, which is written in as few transactions as
 * have room for it. Sixteen annotations of one stream cost little more than one.
 */
export function annotationBatch(table: Table) {
  const createGroup = annotationGroup(table);

  async function recallPlaces(places: readonly Place[]): Promise<void> {
    const before = await recallAll(
      table,
      places.map(({ item }) => item.idempotency),
    );
    for (const [i, place] of places.entries()) place.outcome = before[i];
  }

  async function createPlaces(places: readonly Place[]): Promise<void> {
    if (places.length === 0) return;
    const ids = await nextIds(table, "A", places.length);
    const assigned = places.flatMap((place, i) => ids.slice(i, i + 1).map((id) => ({ place, id })));
    const groups = Map.groupBy(assigned, ({ id }) => segmentOf(id)).values();
    const worker = async () => {
      for (const group of groups) {
        if (timeIsUp()) return;
        const ofGroup = group.map(({ place }) => place);
        await createGroup(group).catch((error) => fail(ofGroup, error));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  /** Among places with the same key, the first is the request. The others follow it, like repeated requests. */
  async function createAll(places: readonly Place[]): Promise<void> {
    for (let left = places; left.length > 0 && !timeIsUp(); ) {
      const reads = Array.from({ length: Math.ceil(left.length / itemsPerRead) }, (_, i) =>
        left.slice(i * itemsPerRead, (i + 1) * itemsPerRead),
      );
      await Promise.all(reads.map((some) => recallPlaces(some).catch((error) => fail(some, error))));
      const missing = left.filter(({ outcome }) => outcome === undefined);
      const byKey = [...Map.groupBy(missing, ({ item }, i) => item.idempotency?.digest ?? i).values()];
      const first = byKey.flatMap((same) => same.slice(0, 1));
      await createPlaces(first).catch((error) => fail(first, error));
      left = byKey.flatMap((same) => same.slice(1));
    }
  }

  return async (items: readonly BatchItem[]): Promise<readonly (BatchOutcome | Error)[]> => {
    const places = items.map((item): Place => ({ item, outcome: undefined }));
    await withShareOfTime(shareOfTime, () => createAll(places));
    return places.map(({ outcome }) => outcome ?? notBegun());
  };
}

/** Gives an error to the places that have no outcome. */
function fail(places: readonly Place[], error: unknown): void {
  for (const place of places) place.outcome ??= asError(error);
}

function notBegun(): Fault {
  return new Fault("unavailable", "There was no time left for this item. Send it again.");
}
