import * as z from "zod/mini";
import { keys } from "../../table/schema.ts";
import { queryAll, type Table } from "../../table/table.ts";
import type { Cursor } from "./cursor.ts";
import { type Entry, laneCount, unpackEntries } from "./entry.ts";
import { endOf, type Lane, laneIn } from "./lanes.ts";

/** Changes after a cursor, and the cursor after them. `more`: there are more changes to read at once. */
export type ChangesPage = {
  readonly changes: readonly Entry[];
  readonly next: Cursor;
  readonly more: boolean;
};

/** The largest number of entries in a full lane, whose entries have at least 4 bytes. */
const maxEntries = 100;

const Numbered = z.object({ sk: z.string() });

/** The cursor after all changes of now. */
export async function cursorOfNow(table: Table): Promise<Cursor> {
  const lanes = await latestEntries(table, true);
  return Array.from({ length: laneCount }, (_, lane) => {
    const latest = lanes.get(lane);
    return latest ? endOf(latest) : 0;
  });
}

/**
 * Changes after a cursor: about `limit`, at most one item more. The changes of a record are in their order, without a
 * gap. Reads are eventually consistent, for half the price: a change may be missing for a moment, but never the one
 * before a change that is there.
 * @returns `expired` if changes after the cursor have been deleted, since they are too old
 */
export async function readChanges(
  table: Table,
  cursor: Cursor,
  limit: number,
): Promise<ChangesPage | "expired"> {
  const lanes = await latestEntries(table, false);
  const next = [...cursor];
  const changes: Entry[] = [];
  // Each page begins at another lane, so that no lane waits for the others.
  const begin = cursor.reduce((sum, position) => sum + position, 0) % laneCount;
  for (let i = 0; i < laneCount && changes.length < limit; i += 1) {
    const lane = (begin + i) % laneCount;
    const latest = lanes.get(lane);
    let at = next[lane] ?? 0;
    while (latest && at < endOf(latest) && changes.length < limit) {
      const read = at < latest.first ? await fullLane(table, lane, at) : latest;
      if (read === undefined) return "expired";
      changes.push(...unpackEntries(read.log, lane, read.ms).slice(at - read.first));
      at = endOf(read);
    }
    next[lane] = at;
  }
  const more = [...lanes].some(([lane, latest]) => (next[lane] ?? 0) < endOf(latest));
  return { changes, next, more };
}

async function latestEntries(table: Table, isConsistent: boolean): Promise<ReadonlyMap<number, Lane>> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": keys.lane(0).pk },
    ConsistentRead: isConsistent,
  });
  return new Map(items.map((item) => [Number(z.parse(Numbered, item).sk), laneIn(item)]));
}

/**
 * The full lane with the entry at a position, strongly consistent: an eventually consistent read may lack it, although
 * it has later ones. `undefined` if it has expired.
 */
async function fullLane(table: Table, lane: number, at: number): Promise<Lane | undefined> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: {
      ":pk": keys.fullLane(lane, 0).pk,
      ":from": keys.fullLane(lane, Math.max(0, at - maxEntries)).sk,
      ":to": keys.fullLane(lane, at).sk,
    },
    ConsistentRead: true,
  });
  return items.map(laneIn).findLast((full) => full.first <= at && at < endOf(full));
}
