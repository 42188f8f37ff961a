import type { Job } from "../../domain/job/job.ts";
import { summariseUser, type UserSummary } from "../../domain/person/user.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { listIds } from "../../index/list-index.ts";
import { foundBy, oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { UserItem } from "../person/user-item.ts";
import { ExportItem } from "./export-item.ts";

/** One export, or `undefined`. */
export const exportById = oneById(keys.export, ExportItem);

/** A page of the exports of one user or of all, by id. */
export function listExports(table: Table) {
  return async (maker: number | undefined, page: PageRequest) => {
    const filters = maker === undefined ? [] : [[["by", maker] as const]];
    const { ids, total } = await listIds(table, "export", filters, page);
    return { rows: await rowsOf(table, ids, keys.export, ExportItem), total };
  };
}

/** The users who started these exports or imports, as other users see them. */
export function makersOf(table: Table) {
  return async (jobs: readonly Pick<Job, "maker">[]): Promise<(job: Pick<Job, "maker">) => UserSummary> => {
    const users = await foundBy(
      table,
      jobs.map(({ maker }) => maker),
      keys.user,
      UserItem,
    );
    return ({ maker }) => {
      const user = users.get(maker);
      return user ? summariseUser(user) : { id: maker, display_name: "unknown user", role: "readonly" };
    };
  };
}
