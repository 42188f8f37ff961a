import type { Idempotency } from "../domain/idempotency.ts";
import type { CaptureSource } from "../domain/capture-source.ts";
import type { TermChange } from "../index/list-index.ts";
import { captureSourceItem, listedSourceTerms } from "./capture-source-item.ts";
import { forbidChildren, countChildren } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { moveUnique } from "../table/unique.ts";
import { putNew, remove, replace } from "../table/write.ts";

/** Writes capture sources and, in the same transaction, who owns which `site_id` and what lists find them by. */
export function captureSourceWriter(table: Table) {
  return {
    /** Makes a source, once for an idempotency. */
    create(
      source: Omit<CaptureSource, "id" | "version">,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "site-id-taken"> {
      return createOnce(table, idempotency, async (remember) => {
        const created: CaptureSource = { ...source, id: await nextId(table, "C"), version: 1 };
        const refused = await transact(
          table,
          [
            // Ids are given once: what is there already is this very source, from a try whose answer was lost.
            putNew(captureSourceItem(created), "already-written"),
            ...moveSiteId(created.id, undefined, created.siteId),
            ...remember(created.id),
          ],
          [termChange(undefined, created)],
        );
        if (refused.has("already-written")) return created.id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "site-id-taken" : created.id;
      });
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(
      before: CaptureSource,
      after: CaptureSource,
    ): Promise<CaptureSource | "changed-meanwhile" | "site-id-taken"> {
      const refused = await transact(
        table,
        [
          replace(captureSourceItem(after), before.version, "changed-meanwhile"),
          ...moveSiteId(before.id, before.siteId, after.siteId),
        ],
        [termChange(before, after)],
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("site-id-taken")) return "site-id-taken";
      return { ...after, version: before.version + 1 };
    },

    /** Deletes the source as it was read, unless something refers to it: then their number. */
    async delete(source: CaptureSource): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.captureSource(source.id);
      const refused = await transact(
        table,
        [
          remove(key, "ver", source.version, "changed-meanwhile"),
          ...moveSiteId(source.id, source.siteId, undefined),
          ...forbidChildren(key, "has-children"),
        ],
        [termChange(source, undefined)],
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type CaptureSourceWriter = ReturnType<typeof captureSourceWriter>;

function moveSiteId(id: number, before: number | undefined, after: number | undefined) {
  return moveUnique("site_id", id, before, after, "site-id-taken");
}

function termChange(before: CaptureSource | undefined, after: CaptureSource | undefined): TermChange {
  return {
    type: "capturesource",
    id: before?.id ?? after?.id ?? 0,
    before: before ? listedSourceTerms(before) : [],
    after: after ? listedSourceTerms(after) : [],
  };
}
