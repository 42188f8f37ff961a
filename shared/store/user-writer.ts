import { emailKey } from "../domain/email.ts";
import type { Role } from "../domain/role.ts";
import { displayName, type User } from "../domain/user.ts";
import { nextId } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { add, putNew, replace } from "./write.ts";

export type NewUser = {
  readonly email: string;
  /** The name of the token that registers; an invited user has none yet. */
  readonly tokenName: string | undefined;
  readonly role: Role;
  readonly invited: boolean;
};

/** What an update may change; a field left out stays. */
export type UserChange = Partial<Pick<User, "role" | "disabled" | "invited" | "displayName">>;

export type UserUpdate = User | "changed-meanwhile" | "last-admin";

/** Writes users and, in the same transaction, the count of enabled admins. */
export function userWriter(table: Table) {
  return {
    /** @returns the user, or `exists` when somebody has that e-mail */
    async create(user: NewUser): Promise<User | "exists"> {
      const id = await nextId(table, "U");
      const created: User = {
        id,
        email: user.email,
        displayName: displayName(id, user.tokenName),
        role: user.role,
        disabled: false,
        invited: user.invited,
        version: 1,
      };
      const refused = await transact(table, [
        putNew({ ...toItem(created), ver: 1 }, "exists"),
        putNew({ ...keys.unique("email", emailKey(user.email)), owner: id }, "exists"),
        ...countAdmins(false, isAdmin(created)),
      ]);
      return refused.size > 0 ? "exists" : created;
    },

    /** Changes a user as it was read: refused when somebody changed it since, or no admin would be left. */
    async update(user: User, change: UserChange): Promise<UserUpdate> {
      const changed: User = { ...user, ...change };
      const refused = await transact(table, [
        replace(toItem(changed), user.version, "changed-meanwhile"),
        ...countAdmins(isAdmin(user), isAdmin(changed)),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("last-admin")) return "last-admin";
      return { ...changed, version: user.version + 1 };
    },

    /** Makes a user an admin, provided that there is none: how a service without one gets its first. */
    async promoteFirstAdmin(user: User): Promise<User | "changed-meanwhile" | "there-is-one"> {
      const changed: User = { ...user, role: "admin" };
      const refused = await transact(table, [
        replace(toItem(changed), user.version, "changed-meanwhile"),
        add(keys.adminCount, 1, "at 0", "there-is-one"),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "there-is-one" : { ...changed, version: user.version + 1 };
    },
  };
}

export type UserWriter = ReturnType<typeof userWriter>;

function isAdmin(user: User): boolean {
  return user.role === "admin" && !user.disabled;
}

function countAdmins(before: boolean, after: boolean): Write<"last-admin">[] {
  if (before === after) return [];
  return [add(keys.adminCount, after ? 1 : -1, after ? "none" : "above 1", "last-admin")];
}

function toItem(user: User) {
  return {
    ...keys.user(user.id),
    id: user.id,
    email: user.email,
    name: user.displayName,
    role: user.role,
    ...(user.disabled ? { disabled: true } : {}),
    ...(user.invited ? { invited: true } : {}),
  };
}
