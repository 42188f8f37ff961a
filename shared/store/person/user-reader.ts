import * as z from "zod/mini";
import { Email, emailKey } from "../../domain/person/email.ts";
import type { User } from "../../domain/person/user.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { listIds } from "../../index/list-index.ts";
import { getItem } from "../../table/item.ts";
import { oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { ownerOf } from "../../table/unique.ts";
import { usersShownAs } from "./display-names.ts";
import { UserItem } from "./user-item.ts";

/** Maximum number of e-mail addresses in the cache: enough for the users of one container. */
const rememberedEmails = 1000;

/**
 * Finds users by e-mail address, including deleted ones. Each container caches the id of an address, which changes only
 * if the person's data is deleted. The user itself is read every time.
 */
export function userByEmail(table: Table): (email: string) => Promise<User | undefined> {
  const ids = new Map<string, number>();
  const ownedBy = async (id: number, key: string) => {
    const user = await getItem(table, keys.user(id), UserItem);
    return user && emailKey(user.email) === key ? user : undefined;
  };
  return async (email) => {
    const key = emailKey(email);
    const cached = ids.get(key);
    const known = cached === undefined ? undefined : await ownedBy(cached, key);
    if (known) return known;
    ids.delete(key);
    const id = await ownerOf(table, "email", key);
    if (id === undefined) return undefined;
    if (ids.size >= rememberedEmails) ids.clear();
    ids.set(key, id);
    return ownedBy(id, key);
  };
}

/** The ids of the users with this display name or e-mail address. Display names contain no @. One round trip. */
export function usersCalled(table: Table): (nameOrEmail: string) => Promise<readonly number[]> {
  const byName = usersShownAs(table);
  return async (text) => {
    if (!text.includes("@")) return byName(text);
    if (!z.safeParse(Email, text).success) return [];
    const id = await ownerOf(table, "email", emailKey(text));
    return id === undefined ? [] : [id];
  };
}

/** One user, deleted or not. */
export const userById = oneById(keys.user, UserItem);

/** A page of the users that are not deleted, by id. */
export function listUsers(table: Table) {
  return async (page: PageRequest) => {
    const { ids, total } = await listIds(table, "user", [], page);
    return { rows: await rowsOf(table, ids, keys.user, UserItem), total };
  };
}
