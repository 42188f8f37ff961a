import { Fault } from "../domain/wire/fault.ts";
import type { Idempotency } from "../domain/wire/idempotency.ts";
import { asError } from "../runtime/as-error.ts";
import { timeIsUp, withShareOfTime } from "../runtime/retry.ts";
import { type Created, recall } from "../table/idempotency.ts";
import type { Table } from "../table/table.ts";

/** Maximum number of groups in progress, and therefore of concurrent transactions. */
const concurrency = 8;

/**
 * Share of the request's time in which items are written: 20 of 27 seconds. On a busy machine, the response takes
 * seconds, and API Gateway's limit of 29 s includes the start of the function.
 */
const shareOfTime = 0.75;

/** An item that may be a repeated request. */
export type Keyed = { readonly idempotency: Idempotency | undefined };

/** An item's place in its batch. `outcome` is `undefined` until something is written. */
export type Place<I extends Keyed, O> = { readonly item: I; outcome: Created | O | Error | undefined };

/** The functions of a batch for its items. */
export type BatchWork<I extends Keyed, O> = {
  /** Writes items, and sets their outcomes. No two of these items have the same key or the same `recordOf`. */
  readonly writeAll: (places: readonly Place<I, O>[]) => Promise<void>;
  /** The record that an item changes. Items of one record are written one after the other, in their order. */
  readonly recordOf?: (item: I) => number;
};

/**
 * Writes items together, each completely or not at all. Leaves out items that an earlier copy of the request has
 * written. When the time is up, it starts no more work, and returns the outcomes so far. So a batch that is sent again
 * continues where it stopped.
 */
export async function inBatch<I extends Keyed, O>(
  table: Table,
  items: readonly I[],
  { writeAll, recordOf }: BatchWork<I, O>,
): Promise<readonly (Created | O | Error)[]> {
  const places = items.map((item): Place<I, O> => ({ item, outcome: undefined }));

  /**
   * The first item with a key counts as the original request. Later items with the same key are handled like repeated
   * requests.
   */
  async function writeInRounds(): Promise<void> {
    let unread: readonly Place<I, O>[] = places;
    for (let left = unread; left.length > 0 && !timeIsUp(); ) {
      await recallPlaces(table, unread);
      const [first = [], later = []] = firstOfEach(left.filter(({ outcome }) => outcome === undefined));
      if (first.length > 0) await writeAll(first).catch((error) => fail(first, error));
      const keys = new Set(first.flatMap(({ item }) => item.idempotency?.digest ?? []));
      unread = later.filter(({ item }) => item.idempotency && keys.has(item.idempotency.digest));
      left = later;
    }
  }

  /** Separates the items that can be written now from those that must wait for another item. */
  function firstOfEach(left: readonly Place<I, O>[]) {
    const taken = new Set<string | number>();
    const isFirst = ({ item }: Place<I, O>) => {
      const names = [item.idempotency?.digest ?? [], recordOf?.(item) ?? []].flat();
      const isFree = names.every((name) => !taken.has(name));
      for (const name of names) taken.add(name);
      return isFree;
    };
    const { true: first, false: later } = Object.groupBy(left, (place) => `${isFirst(place)}`);
    return [first, later];
  }

  await withShareOfTime(shareOfTime, writeInRounds);
  return places.map(({ outcome }) => outcome ?? notBegun());
}

/** Sets the outcomes of the items that an earlier copy of their request has written. */
export async function recallPlaces(table: Table, places: readonly Place<Keyed, unknown>[]): Promise<void> {
  const recalled = places.map(async (place) => {
    place.outcome = await recall(table, place.item.idempotency).catch(asError);
  });
  await Promise.all(recalled);
}

/** Runs the work of groups of places, several at a time. Starts no more groups when the time is up. */
export async function inGroups<G>(
  groups: Iterable<G>,
  placesOf: (group: G) => readonly Place<Keyed, unknown>[],
  run: (group: G) => Promise<void>,
): Promise<void> {
  const left = groups[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done && !timeIsUp(); next = left.next()) {
      const { value } = next;
      await run(value).catch((error) => fail(placesOf(value), error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Gives an error to the places that have no outcome. */
function fail(places: readonly Place<Keyed, unknown>[], error: unknown): void {
  for (const place of places) place.outcome ??= asError(error);
}

function notBegun(): Fault {
  return new Fault("unavailable", "There was no time left for this item. Send it again.");
}
