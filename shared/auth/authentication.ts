import { emailKey } from "../domain/email.ts";
import { Fault } from "../domain/fault.ts";
import { includesRole, type Role } from "../domain/role.ts";
import type { SiteCaller, SiteKey } from "../domain/site-key.ts";
import type { Identity, User } from "../domain/user.ts";
import { bearerToken } from "./bearer.ts";
import { rateLimiter, type SharedRateLimit } from "./rate-limiter.ts";
import { isSiteKeyToken, verifySiteKey } from "./site-key-token.ts";

export type VerifyToken = (token: string) => Promise<Identity>;

/** Reads a user from the table, deleted or not. */
export type FindUser = (email: string) => Promise<User | undefined>;

/** Looks callers up, and counts their requests. */
export type Callers = {
  readonly findUser: FindUser;
  /** The key, or `undefined` when the key or its capture source does not exist. */
  readonly findSiteKey: (id: number) => Promise<SiteKey | undefined>;
  readonly rateLimit: SharedRateLimit;
};

/** For endpoints that sites may call: records when their keys are used. */
export type SiteCallers = Callers & { readonly recordUse: (key: SiteKey) => Promise<void> };

/** The caller of a request, and a function that adds to the request's `cost`. */
export type Authenticated<C> = { readonly caller: C; readonly countMore: (cost: number) => void };

/**
 * Finds the caller of a request and checks that they may make it.
 * @param authorization every value of the Authorization header
 * @param cost what the request counts towards its caller's rate limit
 * @throws Fault `unauthenticated`, `forbidden`, `too-many-requests` or `unavailable`
 */
export type Authenticate<C> = (authorization: readonly string[], cost: number) => Promise<Authenticated<C>>;

/** For public endpoints. Their requests count towards no rate limit. */
export async function anybody(): Promise<Authenticated<undefined>> {
  return { caller: undefined, countMore: () => {} };
}

/** For people with a valid token, registered or not. */
export function identified(
  verify: VerifyToken,
  callers: Pick<Callers, "findSiteKey" | "rateLimit">,
): Authenticate<Identity> {
  const authenticate = byCredential(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await authenticate(authorization, cost);
    if ("hash" in caller) throw needsUser();
    return { caller, countMore };
  };
}

/** For registered users with the role `least` or a higher one. */
export function registered(least: Role, verify: VerifyToken, callers: Callers): Authenticate<User> {
  const authenticate = identified(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await authenticate(authorization, cost);
    return { caller: await requireRole(least, caller, callers.findUser), countMore };
  };
}

/** For registered users with the role `least` or a higher one, and for site keys. */
export function registeredOrSite(
  least: Role,
  verify: VerifyToken,
  callers: SiteCallers,
): Authenticate<User | SiteCaller> {
  const authenticate = byCredential(verify, callers);
  return async (authorization, cost) => {
    const { caller, countMore } = await authenticate(authorization, cost);
    if (!("hash" in caller)) {
      return { caller: await requireRole(least, caller, callers.findUser), countMore };
    }
    await callers.recordUse(caller);
    return { caller: { siteKey: caller.id, source: caller.source }, countMore };
  };
}

/**
 * Verifies a request's credential and counts the request, whatever the caller's role. All keys of a source share
 * one rate limit, and so do all tokens of a person.
 */
function byCredential(
  verify: VerifyToken,
  { findSiteKey, rateLimit }: Pick<Callers, "findSiteKey" | "rateLimit">,
): Authenticate<Identity | SiteKey> {
  const { checkToken, spend } = rateLimiter(rateLimit);
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
  return new Fault("forbidden", "A site key cannot do this. Sign in as a user.");
}

/** The message for a deleted user. */
export function deletedUser(email: string): string {
  return `The user ${email} was deleted. An admin of this service can invite this address again.`;
}

/** Checks the role that the table has now, so that a change by an admin takes effect at once, whatever the token's age. */
async function requireRole(least: Role, { email }: Identity, findUser: FindUser): Promise<User> {
  const user = await findUser(email);
  if (user === undefined) {
    throw new Fault("forbidden", `${email} is not registered yet. Call GET /api/v1/users/me first.`);
  }
  if (user.disabled) throw new Fault("forbidden", deletedUser(email));
  if (!includesRole(user.role, least)) {
    throw new Fault(
      "forbidden",
      `This needs the role ${least}, but ${email} has the role ${user.role}. Ask an admin of this service.`,
    );
  }
  return user;
}
