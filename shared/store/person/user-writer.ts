import type { Actor } from "../../domain/person/actor.ts";
import { defaultName, namesFromToken } from "../../domain/person/display-name.ts";
import { emailKey } from "../../domain/person/email.ts";
import type { Role } from "../../domain/person/role.ts";
import type { User } from "../../domain/person/user.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import { type Created, createOnce } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { retryChanged } from "../../table/retry-changed.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { readAhead, transact } from "../../table/transaction.ts";
import { claimUnique } from "../../table/unique.ts";
import { add, putNew, remove } from "../../table/write.ts";
import { currentActor } from "../history/actor-item.ts";
import { creationTrace, recordChange } from "../history/record-change.ts";
import { ofNewTable } from "../new-table.ts";
import { nameWrites, withFreeName } from "./display-names.ts";
import { accessOf, userItem, userTerms } from "./user-item.ts";

/** The fields that an update may change. An omitted field stays as it is. */
export type UserChange = Partial<Pick<User, "role" | "disabled" | "displayName">>;

type FindUser = (email: string) => Promise<User | undefined>;

const changeOf = termChanges("user", userTerms);

/** Writes users and, in the same transaction, their index entries, their names and the number of enabled admins. */
export function userWriter(table: Table) {
  return {
    /** Creates a user at the first sign-in. The display name is the token's name, changed if another user has it. */
    async register(
      email: string,
      role: Role,
      tokenName: string | undefined,
    ): Promise<User | "changed-meanwhile"> {
      const id = await nextId(table, "U");
      return withFreeName(namesFromToken(id, tokenName), async (displayName) => {
        const user: User = { id, email, displayName, role, disabled: false, invited: false, version: 1 };
        const refused = await save(table, undefined, user, creation(user, self(id)), self(id));
        if (refused.has("exists") || refused.has("changed-meanwhile")) return "changed-meanwhile";
        return refused.size > 0 ? "name-taken" : user;
      });
    },

    /**
     * Creates a user before the first sign-in, or restores a deleted one, once for an idempotent request. The user gets
     * a display name at the next sign-in.
     */
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
          const id = found?.id ?? (await nextId(table, "U"));
          const fresh = { id, displayName: defaultName(id), role, disabled: false, invited: true };
          const user: User = found ? { ...found, ...fresh } : { ...fresh, email, version: 1 };
          const remembered = await remember(id);
          if ("id" in remembered) return remembered;
          const by = await currentActor();
          const own = found ? replacement(found, user, by) : creation(user, by);
          const refused = await save(table, found, user, [...own, ...remembered], by);
          if (refused.has("repeated")) return "repeated";
          return refused.size > 0 ? "changed-meanwhile" : id;
        }),
      );
    },

    /**
     * Records the first sign-in of an invited user. Unless an admin gave the user a display name, it is the token's
     * name, changed if another user has it.
     */
    acceptInvitation(
      user: User,
      tokenName: string | undefined,
    ): Promise<User | "changed-meanwhile" | "last-admin"> {
      const { id, displayName } = user;
      const names = displayName === defaultName(id) ? namesFromToken(id, tokenName) : [displayName];
      return withFreeName(names, (name) =>
        change(table, user, { ...user, invited: false, displayName: name }, self(id)),
      );
    },

    /**
     * Changes a user as it was read. Refused if the user has changed since then, if no admin would be left, or if
     * another user has the name.
     */
    async update(user: User, fields: UserChange): Promise<User | Refusal> {
      return change(table, user, { ...user, ...fields }, await currentActor());
    },

    /**
     * Erases the personal data of a deleted user. The record stays, without address, name and role, because annotations
     * and votes refer to it. A later invitation of the address creates a new user.
     */
    async forget(deleted: User): Promise<"forgotten" | "changed-meanwhile"> {
      const { id, email } = deleted;
      const erased: User = { ...deleted, displayName: defaultName(id), email: "", role: "readonly" };
      const claim = remove(keys.unique("email", emailKey(email)), "owner", id, "changed-meanwhile");
      const by = await currentActor();
      const refused = await save(table, deleted, erased, [...replacement(deleted, erased, by), claim], by);
      return refused.size > 0 ? "changed-meanwhile" : "forgotten";
    },

    /** Makes a user the first admin. Refused if there is an admin. */
    async promoteFirstAdmin(user: User): Promise<User | "changed-meanwhile" | "admin-exists"> {
      const promoted: User = { ...user, role: "admin" };
      const first = await ofNewTable(table, self(user.id));
      const refused = await transact(
        table,
        [
          ...replacement(user, promoted, self(user.id)),
          add(keys.adminCount, 1, "at 0", "admin-exists"),
          ...(first?.writes ?? []),
        ],
        indexWrites(first?.changes ?? []),
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "admin-exists" : { ...promoted, version: user.version + 1 };
    },
  };
}

export type UserWriter = ReturnType<typeof userWriter>;

type Refusal = "changed-meanwhile" | "last-admin" | "name-taken";

/** Replaces a user as it was read. */
async function change(table: Table, before: User, after: User, by: Actor): Promise<User | Refusal> {
  const refused = await save(table, before, after, replacement(before, after, by), by);
  if (refused.has("changed-meanwhile")) return "changed-meanwhile";
  const [refusal] = refused;
  return refusal ?? { ...after, version: before.version + 1 };
}

/** Writes a user with its index entries, name and the number of admins. `own`: the writes of the user itself. */
async function save<R extends string>(
  table: Table,
  before: User | undefined,
  after: User,
  own: readonly Write<R>[],
  by: Actor,
): Promise<ReadonlySet<R | Refusal>> {
  const change = changeOf(before, after);
  const index = readAhead(table, indexWrites([change]));
  const admins = countAdmins(before, after);
  const [names, first] = await Promise.all([
    nameWrites(table, before, after),
    admins.length > 0 ? ofNewTable(table, by) : undefined,
  ]);
  if (names === "name-taken") return new Set([names]);
  return transact<R | Refusal>(
    table,
    [...own, ...names, ...admins, ...(first?.writes ?? [])],
    first ? indexWrites([change, ...first.changes]) : index,
  );
}

function creation(user: User, by: Actor): readonly Write<"exists">[] {
  return [
    putNew(userItem(user), "exists"),
    creationTrace(keys.user(user.id), by),
    ...claimUnique("email", user.id, emailKey(user.email), "exists"),
  ];
}

function replacement(before: User, after: User, by: Actor) {
  return recordChange(userItem(before), userItem(after), by, {
    before: accessOf(before),
    after: accessOf(after),
  });
}

/** The actor of changes that users make to their own record when they sign in. */
function self(id: number): Actor {
  return { user: id };
}

function isAdmin(user: User | undefined): boolean {
  return user?.role === "admin" && !user.disabled;
}

function countAdmins(before: User | undefined, after: User): readonly Write<"last-admin">[] {
  const [was, is] = [isAdmin(before), isAdmin(after)];
  if (was === is) return [];
  return [add(keys.adminCount, is ? 1 : -1, is ? "none" : "above 1", "last-admin")];
}
