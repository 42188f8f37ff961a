import { emailKey } from "../domain/email.ts";
import type { PendingIdempotency } from "../domain/idempotency.ts";
import type { Role } from "../domain/role.ts";
import { displayName, type User } from "../domain/user.ts";
import { indexWrites, type TermChange, termChanges } from "../index/list-index.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { claimUnique } from "../table/unique.ts";
import { add, putNew, remove, replace } from "../table/write.ts";
import { userItem, userTerms } from "./user-item.ts";

/** The fields that an update may change. An omitted field stays as it is. */
export type UserChange = Partial<Pick<User, "role" | "disabled" | "invited" | "displayName">>;

type FindUser = (email: string) => Promise<User | undefined>;

const changeOf = termChanges("user", userTerms);

/** Writes users and, in the same transaction, their index entries and the number of enabled admins. */
export function userWriter(table: Table) {
  return {
    /** Creates a user at the first sign-in. */
    async register(email: string, role: Role, tokenName: string | undefined): Promise<User | "exists"> {
      const { user, writes, change } = await creation(table, email, role, { tokenName });
      const refused = await transact(table, writes, indexWrites([change]));
      return refused.size > 0 ? "exists" : user;
    },

    /** Creates a user before the first sign-in, or restores a deleted one; once for an idempotent request. */
    invite(
      email: string,
      role: Role,
      findUser: FindUser,
      idempotency: PendingIdempotency,
    ): Promise<Created | "exists"> {
      return createOnce(table, idempotency, (remember) =>
        retryChanged(async () => {
          const found = await findUser(email);
          if (found && !found.disabled) return "exists";
          const { user, writes, change } = found
            ? update(found, { ...unnamed(found.id), role, disabled: false, invited: true })
            : await creation(table, email, role, "invited");
          const remembered = await remember(user.id);
          if ("id" in remembered) return remembered;
          const refused = await transact(table, [...writes, ...remembered], indexWrites([change]));
          if (refused.has("repeated")) return "repeated";
          return refused.size > 0 ? "changed-meanwhile" : user.id;
        }),
      );
    },

    /**
     * Erases who a deleted user was. The record stays, without address, name and role, because annotations and votes
     * refer to it. An invitation of the address then creates another user.
     */
    async forget(deleted: User): Promise<"forgotten" | "changed-meanwhile"> {
      const { id, email } = deleted;
      const { writes } = update(deleted, { ...unnamed(id), email: "", role: "readonly" });
      const claim = remove(keys.unique("email", emailKey(email)), "owner", id, "changed-meanwhile");
      const refused = await transact(table, [...writes, claim]);
      return refused.size > 0 ? "changed-meanwhile" : "forgotten";
    },

    /** Changes a user as it was read. Refused when the user has changed since, or when no admin would be left. */
    async update(user: User, fields: UserChange): Promise<User | "changed-meanwhile" | "last-admin"> {
      const { user: updated, writes, change } = update(user, fields);
      const refused = await transact(table, writes, indexWrites([change]));
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "last-admin" : updated;
    },

    /** Makes a user an admin if there is no admin: a service without one gets its first this way. */
    async promoteFirstAdmin(user: User): Promise<User | "changed-meanwhile" | "admin-exists"> {
      const promoted: User = { ...user, role: "admin" };
      const refused = await transact(table, [
        replace(userItem(promoted), user.version, "changed-meanwhile"),
        add(keys.adminCount, 1, "at 0", "admin-exists"),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "admin-exists" : { ...promoted, version: user.version + 1 };
    },
  };
}

export type UserWriter = ReturnType<typeof userWriter>;

/** A user after a change, and the writes that make the change. */
type Planned<R extends string> = {
  readonly user: User;
  readonly writes: readonly Write<R>[];
  readonly change: TermChange;
};

async function creation(
  table: Table,
  email: string,
  role: Role,
  origin: "invited" | { readonly tokenName: string | undefined },
): Promise<Planned<"exists" | "last-admin">> {
  const id = await nextId(table, "U");
  const invited = origin === "invited";
  const name = displayName(id, invited ? undefined : origin.tokenName);
  const user: User = { id, email, displayName: name, role, disabled: false, invited, version: 1 };
  return {
    user,
    writes: [
      putNew(userItem(user), "exists"),
      ...claimUnique("email", id, emailKey(email), "exists"),
      ...countAdmins(false, isAdmin(user)),
    ],
    change: changeOf(undefined, user),
  };
}

/** The display name of a user until the next sign-in. */
function unnamed(id: number): Pick<User, "displayName"> {
  return { displayName: displayName(id, undefined) };
}

function update(before: User, fields: Partial<User>): Planned<"changed-meanwhile" | "last-admin"> {
  const after: User = { ...before, ...fields };
  return {
    user: { ...after, version: before.version + 1 },
    writes: [
      replace(userItem(after), before.version, "changed-meanwhile"),
      ...countAdmins(isAdmin(before), isAdmin(after)),
    ],
    change: changeOf(before, after),
  };
}

function isAdmin(user: User): boolean {
  return user.role === "admin" && !user.disabled;
}

function countAdmins(before: boolean, after: boolean): readonly Write<"last-admin">[] {
  if (before === after) return [];
  return [add(keys.adminCount, after ? 1 : -1, after ? "none" : "above 1", "last-admin")];
}
