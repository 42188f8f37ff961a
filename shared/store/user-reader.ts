import * as z from "zod/mini";
import { Email, emailKey } from "../domain/email.ts";
import type { PageRequest } from "../domain/page.ts";
import type { User } from "../domain/user.ts";
import { listIds } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { usersShownAs } from "./display-names.ts";
import { UserItem } from "./user-item.ts";

/** Maximum number of e-mail addresses in the cache: enough for the users of one container. */
const rememberedEmails = 1000;

const Owner = z.object({ owner: z.int() });

/**
 * Finds users by e-mail address, including deleted ones. The id of an address never changes, so each
 * container caches it. The user itself is read every time.
 */
export function userByEmail(table: Table): (email: string) => Promise<User | undefined> {
  const ids = new Map<string, number>();
  return async (email) => {
    const key = emailKey(email);
    const id = ids.get(key) ?? (await ownerOf(table, key));
    if (id === undefined) return undefined;
    if (ids.size >= rememberedEmails && !ids.has(key)) ids.clear();
    ids.set(key, id);
    return getItem(table, keys.user(id), UserItem);
  };
}

async function ownerOf(table: Table, key: string): Promise<number | undefined> {
  return (await getItem(table, keys.unique("email", key), Owner))?.owner;
}

/** The ids of the users with this display name, or with this e-mail address: names have no @. One round trip. */
export function usersCalled(table: Table): (nameOrEmail: string) => Promise<readonly number[]> {
  const byName = usersShownAs(table);
  return async (text) => {
    if (!text.includes("@")) return byName(text);
    if (!z.safeParse(Email, text).success) return [];
    const id = await ownerOf(table, emailKey(text));
    return id === undefined ? [] : [id];
  };
}

/** One user, deleted or not. */
export function userById(table: Table): (id: number) => Promise<User | undefined> {
  return (id) => getItem(table, keys.user(id), UserItem);
}

/** A page of the users that are not deleted, by id. */
export function listUsers(table: Table) {
  return async (page: PageRequest) => {
    const { ids, total } = await listIds(table, "user", [], page);
    return { rows: await rowsOf(table, ids, keys.user, UserItem), total };
  };
}
