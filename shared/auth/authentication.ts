import { emailKey } from "../domain/person/email.ts";
import { includesRole, type Role } from "../domain/person/role.ts";
import type { SiteCaller, SiteKey } from "../domain/person/site-key.ts";
import type { Identity, User } from "../domain/person/user.ts";
import { Fault } from "../domain/wire/fault.ts";
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
  /** Returns true if the capture source of a key exists. Deleting a source revokes its keys. */
  readonly hasSource: (key: SiteKey) => Promise<boolean>;
  readonly rateLimit: SharedRateLimit;
};

/** For endpoints that sites may call: records when their keys are used. */
export type SiteCallers = Callers & { readonly recordUse: (key: SiteKey) => Promise<void> };

/** Adds to the cost of a request. */
type CountMore = (cost: number) => void;

/**
 * A request with a valid credential, while its caller is being admitted. The request's reads need not wait for that.
 */
export type Authenticated<C> = {
  /** Resolves when the request is counted. Rejects with a Fault `too-many-requests` or `unavailable`. */
  readonly counted: Promise<CountMore>;
  /** Resolves to the caller when the request is counted. Rejects with the same Faults, or with `forbidden`. */
  readonly admitted: Promise<C>;
};

/**
 * Verifies a request's credential, and then checks that its caller may make the request.
 * @param authorization every value of the Authorization header
 * @param cost of the request in its caller's rate limit, in requests
 * @throws Fault `unauthenticated`, `too-many-requests` or `unavailable`
 */
export type Authenticate<C> = (authorization: readonly string[], cost: number) => Promise<Authenticated<C>>;

/** For public endpoints. Their requests count towards no rate limit. */
export async function anybody(): Promise<Authenticated<undefined>> {
  return { counted: Promise.resolve(() => {}), admitted: Promise.resolve(undefined) };
}

/** For people with a valid token, registered or not. */
export function identified(
  verify: VerifyToken,
  callers: Pick<Callers, "findSiteKey" | "hasSource" | "rateLimit">,
): Authenticate<Identity> {
  const verifyCredential = credentialVerifier(verify, callers);
  return async (authorization, cost) => {
    const { holder, count } = await verifyCredential(authorization);
    return whenCounted(count(cost), async (counted) => {
      await counted;
      if ("hash" in holder) throw needsUser();
      return holder;
    });
  };
}

/** For registered users with the role `least` or a higher one. */
export function registered(least: Role, verify: VerifyToken, callers: Callers): Authenticate<User> {
  const verifyCredential = credentialVerifier(verify, callers);
  return async (authorization, cost) => {
    const { holder, count } = await verifyCredential(authorization);
    return whenCounted(count(cost), async (counted) => {
      if (!("hash" in holder)) return admitUser(least, holder, callers.findUser, counted);
      await counted;
      throw needsUser();
    });
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
    return whenCounted(count(cost), async (counted) => {
      if (!("hash" in holder)) return admitUser(least, holder, callers.findUser, counted);
      await Promise.all([counted, callers.recordUse(holder)]);
      return { siteKey: holder.id, source: holder.source };
    });
  };
}

/**
 * Verifies a credential. All keys of a source share one rate limit, and so do all tokens of a person.
 * @returns `holder`, and `count`, which counts a request without checking the holder's role
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

function whenCounted<C>(
  counted: Promise<CountMore>,
  admit: (counted: Promise<CountMore>) => Promise<C>,
): Authenticated<C> {
  return { counted: handled(counted), admitted: handled(admit(counted)) };
}

/** Reads the user while the request is counted. */
async function admitUser(
  least: Role,
  identity: Identity,
  findUser: FindUser,
  counted: Promise<CountMore>,
): Promise<User> {
  const user = handled(findUser(identity.email));
  await counted;
  return requireRole(least, identity, await user);
}

function needsUser(): Fault {
  return new Fault("forbidden", "A site key cannot do this. Sign in as a user.");
}

/** The message for a deleted user. */
export function deletedUser(email: string): string {
  return `The user ${email} was deleted. An admin of this service can invite this address again.`;
}

/** Checks the role that the table has now, so that a change by an admin takes effect at once. */
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
