import { emailKey } from "../domain/email.ts";
import { Fault } from "../domain/fault.ts";
import { includesRole, type Role } from "../domain/role.ts";
import type { SiteCaller, SiteKey } from "../domain/site-key.ts";
import type { Identity, User } from "../domain/user.ts";
import { bearerToken } from "./bearer.ts";
import { rateLimiter, type SharedRateLimit } from "./rate-limiter.ts";
import { isSiteKeyToken, verifySiteKey } from "./site-key-token.ts";

export type VerifyToken = (token: string) => Promise<Identity>;

/** Finds a user, deleted or not, as the table has it at this moment. */
export type FindUser = (email: string) => Promise<User | undefined>;

/** Where callers are found, and what they have spent. */
export type Callers = {
  readonly findUser: FindUser;
  /** The key, provided that its capture source is still there. */
  readonly findSiteKey: (id: number) => Promise<SiteKey | undefined>;
  readonly budget: SharedRateLimit;
};

/** The same where sites are let in: their keys are seen to be used. */
export type SiteCallers = Callers & { readonly noteUse: (key: SiteKey) => Promise<void> };

/** Who calls, and a way to count more for the request than its `cost`. */
type Authenticated<C> = { readonly caller: C; readonly countMore: (cost: number) => void };

/** @param cost what the request counts of its caller's budget */
type Authenticate<C> = (authorization: readonly string[], cost: number) => Promise<Authenticated<C>>;

/** For endpoints that anybody may call. Nobody's budget pays for them. */
export async function anybody(): Promise<Authenticated<undefined>> {
  return { caller: undefined, countMore: () => {} };
}

/** For anybody with a valid token, registered or not. */
export function identified(
  verify: VerifyToken,
  callers: Pick<Callers, "findSiteKey" | "budget">,
): Authenticate<Identity> {
  const show = credentials(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await show(authorization, cost);
    if ("hash" in caller) throw needsUser();
    return { caller, countMore };
  };
}

/** For registered users of at least `least`. */
export function registered(least: Role, verify: VerifyToken, callers: Callers): Authenticate<User> {
  const show = identified(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await show(authorization, cost);
    return { caller: await requireRole(least, caller, callers.findUser), countMore };
  };
}

/** For registered users of at least `least`, and for site keys. */
export function registeredOrSite(
  least: Role,
  verify: VerifyToken,
  callers: SiteCallers,
): Authenticate<User | SiteCaller> {
  const show = credentials(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await show(authorization, cost);
    if (!("hash" in caller)) {
      return { caller: await requireRole(least, caller, callers.findUser), countMore };
    }
    await callers.noteUse(caller);
    return { caller: { siteKey: caller.id, source: caller.source }, countMore };
  };
}

/**
 * Whose credential a request shows, if that caller's budget allows it: counted as soon as it is known who calls,
 * whatever the caller may do. All keys of a source share its budget, and all tokens of a person.
 */
function credentials(
  verify: VerifyToken,
  { findSiteKey, budget }: Pick<Callers, "findSiteKey" | "budget">,
): Authenticate<Identity | SiteKey> {
  const { checkToken, spend } = rateLimiter(budget);
  return async (authorization, cost) => {
    const token = bearerToken(authorization);
    checkToken(token);
    if (!isSiteKeyToken(token)) {
      const identity = await verify(token);
      return { caller: identity, countMore: await spend(token, `user ${emailKey(identity.email)}`, cost) };
    }
    const key = await verifySiteKey(token, findSiteKey);
    return { caller: key, countMore: await spend(token, `source ${key.source}`, cost) };
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
