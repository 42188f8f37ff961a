import * as z from "zod/mini";
import { loadMany } from "../../table/load.ts";
import { keys } from "../../table/schema.ts";
import type { Key, Table, Write } from "../../table/table.ts";
import { laneOf, type NotedChange, packEntry } from "./entry.ts";

/**
 * Maximum size of a lane's entries, in bytes. When they are full, they move to an item that never changes again. Small,
 * because a reader reads the entries of all lanes, even if nothing has changed.
 */
const maxLogBytes = 192;

/** Time for which changes can be read. */
export const keptDays = 400;

/** A lane's latest entries. `first` is the position of the first one, counted from 0. */
const LaneItem = z.object({ first: z.int(), n: z.int(), ms: z.int(), log: z.instanceof(Uint8Array) });
export type Lane = z.infer<typeof LaneItem>;

export function laneIn(item: unknown): Lane {
  return z.parse(LaneItem, item);
}

/** Number of entries that were ever written to a lane. */
export function endOf({ first, n }: Lane): number {
  return first + n;
}

/**
 * The writes that note changes in their lanes, for the transaction that changes the records. Each is conditional on the
 * lane being unchanged since it was read.
 */
export async function laneWrites(
  table: Table,
  changes: readonly NotedChange[],
): Promise<readonly Write<"lane-changed">[]> {
  const byLane = [...Map.groupBy(changes, ({ id }) => laneOf(id))];
  const items = await loadMany(
    table,
    byLane.map(([lane]) => keys.lane(lane)),
  );
  return byLane.flatMap(([lane, within], i) => {
    const before = items[i] && laneIn(items[i]);
    const nowMs = Date.now();
    const [key, moved] = [keys.lane(lane), before && keys.fullLane(lane, before.first)];
    const alone = logOf(within, nowMs, nowMs);
    const added = before ? logOf(within, nowMs, before.ms) : alone;
    const isFull = before !== undefined && before.log.length + added.length > maxLogBytes;
    if (before === undefined || moved === undefined) {
      return [putIf(key, { first: 0, n: within.length, ms: nowMs, log: alone }, undefined)];
    }
    if (!isFull) {
      const log = Buffer.concat([before.log, added]);
      return [putIf(key, { ...before, n: before.n + within.length, log }, before)];
    }
    const exp = Math.floor(nowMs / 1000) + keptDays * 24 * 3600;
    return [
      putIf(key, { first: endOf(before), n: within.length, ms: nowMs, log: alone }, before),
      putIf(moved, { ...before, exp }, undefined),
    ];
  });
}

/** The names of the items that a change of this record may write to its lane. */
export function laneItemsOf({ id }: NotedChange): readonly string[] {
  return [`lane ${laneOf(id)}`, `full lane ${laneOf(id)}`];
}

function logOf(changes: readonly NotedChange[], nowMs: number, baseMs: number): Uint8Array<ArrayBuffer> {
  // The clocks of functions differ a little.
  const seconds = Math.max(0, Math.round((nowMs - baseMs) / 1000));
  return Uint8Array.from(changes.flatMap((change) => packEntry(change, seconds)));
}

/** Writes a lane that is unchanged since it was read: no two states of a lane end at the same position. */
function putIf(
  { pk, sk }: Key,
  attributes: Lane & { readonly exp?: number },
  before: Lane | undefined,
): Write<"lane-changed"> {
  const Item = { pk, sk, ...attributes };
  const condition = before
    ? {
        ConditionExpression: "#first = :first AND n = :n",
        ExpressionAttributeNames: { "#first": "first" },
        ExpressionAttributeValues: { ":first": before.first, ":n": before.n },
      }
    : { ConditionExpression: "attribute_not_exists(pk)" };
  return {
    key: Item,
    refusal: "lane-changed",
    toItem: (TableName) => ({ Put: { TableName, Item, ...condition } }),
  };
}
