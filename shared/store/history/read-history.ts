import * as z from "zod/mini";
import type { Actor } from "../../domain/person/actor.ts";
import { getItem } from "../../table/item.ts";
import { load } from "../../table/load.ts";
import { keys } from "../../table/schema.ts";
import { type Item, type Key, queryPages, type Table } from "../../table/table.ts";
import { ActorItem } from "./actor-item.ts";
import type { Attributes } from "./pairs.ts";
import { applyBack, keptAttributes, type Patch } from "./patch.ts";

/** Who made a record, and when. */
export type Creation = { readonly atMs: number; readonly by: Actor };

/**
 * A version of a record. `before` and `after`: what histories keep of the record. Both are `undefined` for its creation,
 * and `after` for its deletion.
 */
export type Version = Creation & {
  readonly version: number;
  readonly before: Attributes | undefined;
  readonly after: Attributes | undefined;
};

const HistoryItem = z.object({
  sk: z.string(),
  at: z.int(),
  by: ActorItem,
  set: z._default(z.record(z.string(), z.unknown()), {}),
  pairs: z.optional(z.array(z.tuple([z.string(), z.nullable(z.string())]))),
  ka: z.optional(z.int()),
  kr: z._default(z.int(), 0),
  kp: z.optional(z.instanceof(Uint8Array)),
});
type HistoryItem = z.infer<typeof HistoryItem>;

const Gone = z.object({ gone: z.int(), goneBy: ActorItem, ver: z.int() });

const itemsAtOnce = 30;

/** The item of a record, also of a deleted one, strongly consistent. `undefined` if it never existed. */
export function findRecord(table: Table, key: Key): Promise<Item | undefined> {
  return load(table, key);
}

/** Who deleted a record. `undefined` if it is not deleted. */
export function deleterOf(record: Item): Actor | undefined {
  return record["gone"] === undefined ? undefined : z.parse(Gone, record).goneBy;
}

const Trace = z.object({ at: z.int(), by: ActorItem });

/** The creation of a record that does not itself say who made it. `undefined` if it is not recorded. */
export async function creationTraceOf(table: Table, record: Key): Promise<Creation | undefined> {
  const item = await getItem(table, keys.history(record, 1), Trace);
  return item && { atMs: item.at, by: item.by };
}

/**
 * The recorded versions of a record, the latest first, without its creation. The items are read after the record, so
 * none is missing. About 1 read unit for 10 to 20 versions.
 * @param present what histories keep of the record's present state (see `recordChange`)
 */
export async function* versionsOf(table: Table, record: Item, present: Attributes): AsyncGenerator<Version> {
  const { pk } = z.parse(z.object({ pk: z.string() }), record);
  let state = keptAttributes(present);
  let latest = z.parse(z.object({ ver: z.int() }), record).ver;
  if (record["gone"] !== undefined) {
    const { gone, goneBy, ver } = z.parse(Gone, record);
    yield { version: ver, atMs: gone, by: goneBy, before: state, after: undefined };
    latest -= 1;
  }
  if (latest < 2) return;
  const pages = queryPages(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": pk,
      ":first": keys.history({ pk }, 2).sk,
      ":last": keys.history({ pk }, latest).sk,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: itemsAtOnce,
  });
  for await (const { items } of pages) {
    for (const item of items) {
      const parsed = z.parse(HistoryItem, item);
      const version = Number(parsed.sk.slice(keys.historyPrefix.length));
      const before = applyBack(state, patchIn(parsed));
      yield { version, atMs: parsed.at, by: parsed.by, before, after: state };
      state = before;
    }
  }
}

function patchIn({ set, pairs, ka, kr, kp }: HistoryItem): Patch {
  return { set, pairs, splice: ka === undefined ? undefined : { at: ka, remove: kr, insert: kp } };
}
