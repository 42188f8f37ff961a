import { createHash } from "node:crypto";
import { defaultName, displayNameKey, isReserved } from "../../domain/person/display-name.ts";
import type { User } from "../../domain/person/user.ts";
import { invalid } from "../../domain/wire/fault.ts";
import { listIds } from "../../index/list-index.ts";
import type { Table, Write } from "../../table/table.ts";
import { moveUnique, ownerOf } from "../../table/unique.ts";

// Enabled users have different display names (docs/adr/0019): each new name of a user is claimed in the transaction
// that writes the user. Most taken names are found earlier, by the list index.

/** Maximum number of users with the same name. Only deleted users share a name. */
const maxNamesakes = 100;

/**
 * The writes that release a user's old name and claim the new one, for the transaction that writes the user;
 * `name-taken` if another user has the new name.
 */
export async function nameWrites(
  table: Table,
  before: User | undefined,
  after: User,
): Promise<readonly Write<"name-taken" | "changed-meanwhile">[] | "name-taken"> {
  const [had, has] = [claimOf(before), claimOf(after)];
  if (had === has) return [];
  const [owned, taken] = await Promise.all([
    had !== undefined && isOwner(table, after.id, had),
    has !== undefined && isTaken(table, after),
  ]);
  return taken
    ? "name-taken"
    : moveUnique("display_name", after.id, owned ? had : undefined, has, "name-taken");
}

/** Tries names in turn. The last one must be the user's default name, which is reserved for the user. */
export async function withFreeName<T>(
  names: readonly string[],
  attempt: (name: string) => Promise<T | "name-taken">,
): Promise<T> {
  for (const name of names) {
    const outcome = await attempt(name);
    if (outcome !== "name-taken") return outcome;
  }
  throw new Error(`Every name is taken: ${names.length}`);
}

/**
 * The ids of the users whose display name is exactly this text. One Query.
 * @throws Fault `invalid-request` if too many deleted users have this name
 */
export function usersShownAs(table: Table): (name: string) => Promise<readonly number[]> {
  return async (name) => {
    const page = { offset: 0, limit: maxNamesakes };
    const { ids, total } = await listIds(table, "user", [[["dn", name]]], page);
    if (total <= maxNamesakes) return ids;
    throw invalid(
      "/observer",
      `\`observer\` must be more exact: the records of ${total} users show this name. Give an e-mail address.`,
    );
  };
}

/** The unique value that a user's name occupies. Default names and those of deleted users need none. */
function claimOf(user: User | undefined): string | undefined {
  if (user === undefined || user.disabled) return undefined;
  const key = displayNameKey(user.displayName);
  // The hash fits into a key of the table, which has at most 2,048 bytes.
  return key === defaultName(user.id) ? undefined : createHash("sha256").update(key).digest("base64url");
}

async function isOwner(table: Table, id: number, claim: string): Promise<boolean> {
  return (await ownerOf(table, "display_name", claim)) === id;
}

async function isTaken(table: Table, { id, displayName }: User): Promise<boolean> {
  const key = displayNameKey(displayName);
  if (isReserved(key, id)) return true;
  const { ids } = await listIds(table, "user", [[["dk", key]]], { offset: 0, limit: 2 });
  return ids.some((other) => other !== id);
}
