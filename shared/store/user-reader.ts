import * as z from "zod/mini";
import { emailKey } from "../domain/email.ts";
import { Role } from "../domain/role.ts";
import type { User } from "../domain/user.ts";
import { getItem } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table } from "./table.ts";

/** Enough for the users that one container serves, and a bound on what strangers' tokens can fill. */
const rememberedEmails = 1000;

const Owner = z.object({ owner: z.int() });

const UserItem = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: Role,
  disabled: z.optional(z.boolean()),
  invited: z.optional(z.boolean()),
  ver: z.int(),
});

/**
 * Finds users by e-mail, deleted ones too. An e-mail's id never changes, so a container remembers it and
 * mostly reads one item; everything else is read anew each time.
 */
export function userByEmail(table: Table): (email: string) => Promise<User | undefined> {
  const ids = new Map<string, number>();
  return async (email) => {
    const key = emailKey(email);
    const id = ids.get(key) ?? (await getItem(table, keys.unique("email", key), Owner))?.owner;
    if (id === undefined) return undefined;
    if (ids.size >= rememberedEmails) ids.clear();
    ids.set(key, id);
    const item = await getItem(table, keys.user(id), UserItem);
    return item && toUser(item);
  };
}

function toUser(item: z.infer<typeof UserItem>): User {
  return {
    id: item.id,
    email: item.email,
    displayName: item.name,
    role: item.role,
    disabled: item.disabled ?? false,
    invited: item.invited ?? false,
    version: item.ver,
  };
}
