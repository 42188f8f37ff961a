import * as z from "zod/mini";
import { deletedName, displayNameKey } from "../../domain/person/display-name.ts";
import { Role } from "../../domain/person/role.ts";
import type { User } from "../../domain/person/user.ts";
import type { Term } from "../../index/list-index.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** A user's item, parsed into the record. */
export const UserItem = z.pipe(
  z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    role: Role,
    disabled: maybe(z.boolean()),
    invited: maybe(z.boolean()),
    ver: z.int(),
  }),
  z.transform(
    ({ name, disabled = false, invited = false, ver, ...item }): User => ({
      ...item,
      displayName: name,
      disabled,
      invited,
      version: ver,
    }),
  ),
);

export function userItem(user: User) {
  return {
    ...keys.user(user.id),
    id: user.id,
    email: user.email,
    name: user.displayName,
    role: user.role,
    disabled: user.disabled || undefined,
    invited: user.invited || undefined,
    ver: user.version,
  };
}

/** What histories keep of a user: no personal data, so that they need not forget any. */
export function accessOf({ role, disabled }: User): { readonly role: Role | undefined } {
  return { role: disabled ? undefined : role };
}

/**
 * The terms by which lists find a user: the name that records show, and its key, which no other enabled user may have.
 * Deleted users are not in the list of all users.
 */
export function userTerms({ displayName, disabled }: User): readonly Term[] {
  return disabled ? [["dn", deletedName]] : [["*"], ["dn", displayName], ["dk", displayNameKey(displayName)]];
}
