import type { CaptureSource } from "../../domain/source/capture-source.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import { countChildren, forbidChildren } from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { addTask } from "../../table/tasks.ts";
import { allOf, readAhead, transact } from "../../table/transaction.ts";
import { claimUnique, moveUnique } from "../../table/unique.ts";
import { createRecord } from "../create-record.ts";
import { currentActor, madeNow } from "../history/actor-item.ts";
import { recordChange } from "../history/record-change.ts";
import { prefixWrites } from "../name-prefixes.ts";
import { placeWrites } from "../place/places.ts";
import { captureSourceItem, listedSourceTerms } from "./item.ts";

const changeOf = termChanges("capturesource", listedSourceTerms);

/** The record to create for a new source, with the writes that belong to it. */
export function sourceCreation(created: CaptureSource) {
  return {
    id: created.id,
    item: captureSourceItem(created),
    writes: [
      ...claimUnique("site_id", created.id, created.siteId, "site-id-taken" as const),
      ...prefixWrites("C", created.id, [], [created.name]),
    ],
    change: changeOf(undefined, created),
    derived: placeWrites(created.id, created.location),
  };
}

/** Writes capture sources and, in the same transaction, their index entries, places and the owner of each `site_id`. */
export function captureSourceWriter(table: Table) {
  return {
    /** Creates a source, once for an idempotent request. */
    create(
      source: Omit<CaptureSource, "id" | "made" | "version">,
      idempotency: PendingIdempotency,
    ): Promise<Created | "site-id-taken"> {
      return createRecord(table, idempotency, async () => {
        const [id, made] = await Promise.all([nextId(table, "C"), madeNow()]);
        return sourceCreation({ ...source, id, made, version: 1 });
      });
    },

    /**
     * Replaces a source as it was read.
     * @param others writes of the same transaction
     */
    async update(
      before: CaptureSource,
      after: CaptureSource,
      others: readonly Write<"changed-meanwhile">[] = [],
    ): Promise<CaptureSource | "changed-meanwhile" | "site-id-taken"> {
      const derived = readAhead(
        table,
        allOf(indexWrites([changeOf(before, after)]), placeWrites(before.id, after.location)),
      );
      const refused = await transact(
        table,
        [
          ...recordChange(captureSourceItem(before), captureSourceItem(after), await currentActor()),
          ...moveUnique("site_id", before.id, before.siteId, after.siteId, "site-id-taken"),
          ...prefixWrites("C", before.id, [before.name], [after.name]),
          ...movedSourceTask(before, after),
          ...others,
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("site-id-taken")) return "site-id-taken";
      return { ...after, version: before.version + 1 };
    },

    /**
     * Deletes a source as it was read. Another source may then use its `site_id`, but never its id. If it has streams,
     * returns their number instead.
     */
    async delete(source: CaptureSource): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.captureSource(source.id);
      const derived = readAhead(
        table,
        allOf(indexWrites([changeOf(source, undefined)]), placeWrites(source.id, undefined)),
      );
      const refused = await transact(
        table,
        [
          ...recordChange(captureSourceItem(source), undefined, await currentActor()),
          ...moveUnique("site_id", source.id, source.siteId, undefined, "changed-meanwhile"),
          ...prefixWrites("C", source.id, [source.name], []),
          ...forbidChildren(key, "has-children"),
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type CaptureSourceWriter = ReturnType<typeof captureSourceWriter>;

/**
 * Time after which every request that read the old record has ended. API Gateway's quota is 29 s, and its call to the
 * function may arrive late.
 */
const requestsEndMs = 2 * 60_000;

/**
 * The task to correct the times of the annotations of a source whose time zone has changed. It is due when every
 * request that read the old time zone has ended.
 */
function movedSourceTask(before: CaptureSource, after: CaptureSource): readonly Write<never>[] {
  if (before.timeZone === after.timeZone) return [];
  return [addTask({ kind: "moved-source", id: after.id }, Date.now() + requestsEndMs)];
}
