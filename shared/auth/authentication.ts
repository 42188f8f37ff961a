import { Fault } from "../domain/fault.ts";
import { includesRole, type Role } from "../domain/role.ts";
import type { SiteCaller, SiteKey } from "../domain/site-key.ts";
import type { Identity, User } from "../domain/user.ts";
import { bearerToken } from "./bearer.ts";
import { isSiteKeyToken, verifySiteKey } from "./site-key-token.ts";

export type VerifyToken = (token: string) => Promise<Identity>;

/** Finds a user, deleted or not, as the table has it at this moment. */
export type FindUser = (email: string) => Promise<User | undefined>;

/** Where callers are found. */
export type Callers = {
  readonly findUser: FindUser;
  /** The key, provided that its capture source is still there. */
  readonly findSiteKey: (id: number) => Promise<SiteKey | undefined>;
};

/** The same where sites are let in: their keys are seen to be used. */
export type SiteCallers = Callers & { readonly noteUse: (key: SiteKey) => Promise<void> };

/** For endpoints that anybody may call. */
export async function anybody(): Promise<undefined> {}

/** For anybody with a valid token, registered or not. */
export function identified(
  verify: VerifyToken,
  { findSiteKey }: Pick<Callers, "findSiteKey">,
): (authorization: readonly string[]) => Promise<Identity> {
  return async (authorization) => {
    const token = bearerToken(authorization);
    if (!isSiteKeyToken(token)) return verify(token);
    await verifySiteKey(token, findSiteKey);
    throw needsUser();
  };
}

/** For registered users of at least `least`. */
export function registered(
  least: Role,
  verify: VerifyToken,
  callers: Callers,
): (authorization: readonly string[]) => Promise<User> {
  return async (authorization) => {
    const token = bearerToken(authorization);
    if (isSiteKeyToken(token)) {
      await verifySiteKey(token, callers.findSiteKey);
      throw needsUser();
    }
    return requireRole(least, await verify(token), callers.findUser);
  };
}

/** For registered users of at least `least`, and for site keys. */
export function registeredOrSite(
  least: Role,
  verify: VerifyToken,
  callers: SiteCallers,
): (authorization: readonly string[]) => Promise<User | SiteCaller> {
  return async (authorization) => {
    const token = bearerToken(authorization);
    if (!isSiteKeyToken(token)) return requireRole(least, await verify(token), callers.findUser);
    const key = await verifySiteKey(token, callers.findSiteKey);
    await callers.noteUse(key);
    return { siteKey: key.id, source: key.source };
  };
}

function needsUser(): Fault {
  return new Fault("forbidden", "A site key may not do this: it needs a user.");
}

/** What a deleted user is told. */
export function deletedUser(email: string): string {
  return `The user ${email} was deleted. An admin of this service can invite it again.`;
}

/**
 * The role is the one in the table at this request: what an admin takes away is gone at once, whatever the
 * token's age.
 */
async function requireRole(least: Role, { email }: Identity, findUser: FindUser): Promise<User> {
  const user = await findUser(email);
  if (user === undefined) {
    throw new Fault("forbidden", `${email} is not registered here: call GET /api/v1/users/me first.`);
  }
  if (user.disabled) throw new Fault("forbidden", deletedUser(email));
  if (!includesRole(user.role, least)) {
    throw new Fault("forbidden", `This needs the role ${least}; ${email} has the role ${user.role}.`);
  }
  return user;
}
