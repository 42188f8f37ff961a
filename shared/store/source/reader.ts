import { captureSourceTerms } from "../../domain/source/capture-source.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { allIds, listIds } from "../../index/list-index.ts";
import { oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { idsByPrefix } from "../name-prefixes.ts";
import { CaptureSourceItem } from "./item.ts";

/** One capture source, or `undefined`. */
export const captureSourceById = oneById(keys.captureSource, CaptureSourceItem);

/** The ids of all sources at a location, normalised by `locationValue`. */
export function captureSourcesAt(table: Table): (location: string) => Promise<readonly number[]> {
  return (location) => allIds(table, "capturesource", [[["loc", location]]]);
}

export type CaptureSourceFilters = {
  readonly name?: string | undefined;
  readonly location?: string | undefined;
  /** The beginning of any word of the name. Case and accents are ignored. */
  readonly prefix?: string | undefined;
};

/** A page of the capture sources with this name and this location, by id. */
export function listCaptureSources(table: Table) {
  const idsOf = idsByPrefix(table, "C");
  return async ({ name, location, prefix }: CaptureSourceFilters, page: PageRequest) => {
    const filters = captureSourceTerms({ name, location }).map((term) => [term]);
    const within = prefix === undefined ? undefined : await idsOf(prefix);
    const { ids, total } = await listIds(table, "capturesource", filters, page, within);
    return { rows: await rowsOf(table, ids, keys.captureSource, CaptureSourceItem), total };
  };
}
