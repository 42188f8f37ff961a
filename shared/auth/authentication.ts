import { emailKey } from "../domain/email.ts";
import { Fault } from "../domain/fault.ts";
import { includesRole, type Role } from "../domain/role.ts";
import type { SiteCaller, SiteKey } from "../domain/site-key.ts";
import type { Identity, User } from "../domain/user.ts";
import { handled } from "../runtime/admission.ts";
import { bearerToken } from "./bearer.ts";
import { rateLimiter, type SharedRateLimit } from "./rate-limiter.ts";
import { invalidSiteKey, isSiteKeyToken, verifySiteKey } from "./site-key-token.ts";

export type VerifyToken = (token: string) => Promise<Identity>;

/** Reads a user from the table, deleted or not. */
export type FindUser = (email: string) => Promise<User | undefined>;

/** Looks callers up, and counts their requests. */
export type Callers = {
  readonly findUser: FindUser;
  readonly findSiteKey: (id: number) => Promise<SiteKey | undefined>;
  /** Whether the capture source of a key exists. Deleting a source revokes its keys. */
  readonly hasSource: (key: SiteKey) => Promise<boolean>;
  readonly rateLimit: SharedRateLimit;
};

/** For endpoints that sites may call: records when their keys are used. */
export type SiteCallers = Callers & { readonly recordUse: (key: SiteKey) => Promise<void> };

/** The caller of a request, and a function that adds to the request's `cost`. */
export type Authenticated<C> = { readonly caller: C; readonly countMore: (cost: number) => void };

/**
 * Verifies a request's credential, and then checks that its caller may make the request.
 * @param authorization every value of the Authorization header
 * @param cost what the request counts towards its caller's rate limit
 * @returns `admitted`, which rejects with a Fault `forbidden`, `too-many-requests` or `unavailable`. What the request
 *   reads may be read meanwhile.
 * @throws Fault `unauthenticated`, `too-many-requests` or `unavailable`
 */
export type Authenticate<C> = (
  authorization: readonly string[],
  cost: number,
) => Promise<{ readonly admitted: Promise<Authenticated<C>> }>;

/** For public endpoints. Their requests count towards no rate limit. */
export async function anybody() {
  return { admitted: Promise.resolve({ caller: undefined, countMore: () => {} }) };
}

/** For people with a valid token, registered or not. */
export function identified(
  verify: VerifyToken,
  callers: Pick<Callers, "findSiteKey" | "hasSource" | "rateLimit">,
): Authenticate<Identity> {
  const verifyCredential = credentialVerifier(verify, callers);
  return async (authorization, cost) => {
    const { holder, count } = await verifyCredential(authorization);
    const admit = async () => {
      const countMore = await count(cost);
      if ("hash" in holder) throw needsUser();
      return { caller: holder, countMore };
    };
    return { admitted: handled(admit()) };
  };
}

/** For registered users with the role `least` or a higher one. */
export function registered(least: Role, verify: VerifyToken, callers: Callers): Authenticate<User> {
  const verifyCredential = credentialVerifier(verify, callers);
  return async (authorization, cost) => {
    const { holder, count } = await verifyCredential(authorization);
    const admit = async () => {
      if (!("hash" in holder)) return admitUser(least, holder, callers.findUser, count(cost));
      await count(cost);
      throw needsUser();
    };
    return { admitted: handled(admit()) };
  };
}

/** For registered users with the role `least` or a higher one, and for site keys. */
export function registeredOrSite(
  least: Role,
  verify: VerifyToken,
  callers: SiteCallers,
): Authenticate<User | SiteCaller> {
  const verifyCredential = credentialVerifier(verify, callers);
  return async (authorization, cost) => {
    const { holder, count } = await verifyCredential(authorization);
    const admit = async () => {
      if (!("hash" in holder)) return admitUser(least, holder, callers.findUser, count(cost));
      const [countMore] = await Promise.all([count(cost), callers.recordUse(holder)]);
      return { caller: { siteKey: holder.id, source: holder.source }, countMore };
    };
    return { admitted: handled(admit()) };
  };
}

/**
 * Verifies a credential. All keys of a source share one rate limit, and so do all tokens of a person.
 * @returns `holder`, and `count`, which counts a request whatever the holder's role
 */
function credentialVerifier(
  verify: VerifyToken,
  { findSiteKey, hasSource, rateLimit }: Pick<Callers, "findSiteKey" | "hasSource" | "rateLimit">,
) {
  const { checkToken, spend } = rateLimiter(rateLimit);
  return async (authorization: readonly string[]) => {
    const token = bearerToken(authorization);
    checkToken(token);
    const holder: Identity | SiteKey = isSiteKeyToken(token)
      ? await verifySiteKey(token, findSiteKey)
      : await verify(token);
    const name = "hash" in holder ? `source ${holder.source}` : `user ${emailKey(holder.email)}`;
    const count = async (cost: number) => {
      const isValid = "hash" in holder ? handled(hasSource(holder)) : true;
      const countMore = await spend(token, name, cost);
      if (await isValid) return countMore;
      throw invalidSiteKey();
    };
    return { holder, count };
  };
}

/** Reads the user while the request is counted. */
async function admitUser(
  least: Role,
  identity: Identity,
  findUser: FindUser,
  counted: Promise<Authenticated<User>["countMore"]>,
): Promise<Authenticated<User>> {
  const user = handled(findUser(identity.email));
  const countMore = await counted;
  return { caller: requireRole(least, identity, await user), countMore };
}

function needsUser(): Fault {
  return new Fault("forbidden", "A site key cannot do this. Sign in as a user.");
}

/** The message for a deleted user. */
export function deletedUser(email: string): string {
  return `The user ${email} was deleted. An admin of this service can invite this address again.`;
}

/** Checks the role that the table has now, so that a change by an admin takes effect at once, whatever the token's age. */
function requireRole(least: Role, { email }: Identity, user: User | undefined): User {
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
