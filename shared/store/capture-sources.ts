import * as z from "zod/mini";
import type { CaptureSource } from "../domain/capture-source.ts";
import { getItem, nextId } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { putNew, remove, replace } from "./write.ts";

const CaptureSourceItem = z.object({
  id: z.int(),
  name: z.string(),
  location: z.string(),
  hardware: z.string(),
  siteId: z.optional(z.int()),
  ver: z.int(),
});

/** One capture source, or `undefined`. */
export function captureSourceById(table: Table): (id: number) => Promise<CaptureSource | undefined> {
  return async (id) => {
    const item = await getItem(table, keys.captureSource(id), CaptureSourceItem);
    return (
      item && {
        id: item.id,
        name: item.name,
        location: item.location,
        cameraHardware: item.hardware,
        siteId: item.siteId,
        version: item.ver,
      }
    );
  };
}

/** Writes capture sources and, in the same transaction, who owns which `site_id`. */
export function captureSourceWriter(table: Table) {
  return {
    /** @returns the new source's id, or `site-id-taken` */
    async create(source: Omit<CaptureSource, "id" | "version">): Promise<number | "site-id-taken"> {
      const id = await nextId(table, "C");
      const refused = await transact(table, [
        putNew({ ...toItem({ ...source, id, version: 1 }), ver: 1 }, "id-taken"),
        ...moveSiteId(id, undefined, source.siteId),
      ]);
      if (refused.has("id-taken")) throw new Error(`capture source ${id} exists already`);
      return refused.size > 0 ? "site-id-taken" : id;
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(
      before: CaptureSource,
      after: CaptureSource,
    ): Promise<CaptureSource | "changed-meanwhile" | "site-id-taken"> {
      const refused = await transact(table, [
        replace(toItem(after), before.version, "changed-meanwhile"),
        ...moveSiteId(before.id, before.siteId, after.siteId),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("site-id-taken")) return "site-id-taken";
      return { ...after, version: before.version + 1 };
    },

    /** Deletes the source as it was read. */
    async delete(source: CaptureSource): Promise<"deleted" | "changed-meanwhile"> {
      const refused = await transact(table, [
        remove(keys.captureSource(source.id), "ver", source.version, "changed-meanwhile"),
        ...moveSiteId(source.id, source.siteId, undefined),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "deleted";
    },
  };
}

export type CaptureSourceWriter = ReturnType<typeof captureSourceWriter>;

function moveSiteId(
  id: number,
  before: number | undefined,
  after: number | undefined,
): Write<"site-id-taken" | "changed-meanwhile">[] {
  if (before === after) return [];
  return [
    ...(before === undefined
      ? []
      : [remove(keys.unique("site_id", before), "owner", id, "changed-meanwhile" as const)]),
    ...(after === undefined
      ? []
      : [putNew({ ...keys.unique("site_id", after), owner: id }, "site-id-taken" as const)]),
  ];
}

function toItem(source: CaptureSource) {
  return {
    ...keys.captureSource(source.id),
    id: source.id,
    name: source.name,
    location: source.location,
    hardware: source.cameraHardware,
    ...(source.siteId === undefined ? {} : { siteId: source.siteId }),
  };
}
