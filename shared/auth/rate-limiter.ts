import { createHash } from "node:crypto";
import { Fault } from "../domain/wire/fault.ts";

/** The callers' rate limits, which all containers share. */
export type SharedRateLimit = {
  /** Cost of the requests that a container lets through before it asks the shared limit again. */
  readonly share: number;
  /**
   * Takes the cost of requests since `sinceMs`. If the caller is over the limit, returns the time from which requests
   * are possible again. Times are in epoch milliseconds.
   */
  readonly take: (caller: string, cost: number, sinceMs: number) => Promise<number | undefined>;
};

/** Maximum number of callers to remember, so that strangers cannot fill the memory. */
const maxRemembered = 1000;

/** Maximum random delay, so that containers that refuse the same caller do not ask again at the same time. */
const jitterMs = 1000;

/**
 * Limits each caller's requests in one container. It takes from the shared limit at a caller's first request, and again
 * whenever it has let through `share` more. After a refusal it refuses the caller by itself until requests are possible
 * again. It does so before it verifies the credential: during a flood, each request costs only one hash.
 */
export function rateLimiter({ share, take }: SharedRateLimit, nowMs: () => number = Date.now) {
  const accounts = new Map<string, Account>();
  const refused = new Map<string, Account>();

  const refuse = (token: string, account: Account): never => {
    remember(refused, digest(token), account);
    const seconds = Math.max(1, Math.ceil((account.emptyUntilMs - nowMs()) / 1000));
    throw new Fault(
      "too-many-requests",
      `You have sent too many requests. Wait ${seconds} s (see Retry-After), then send this one again.`,
      { retryAfterSeconds: seconds },
    );
  };

  const owe = (account: Account, cost: number): void => {
    if (account.owed === 0) account.sinceMs = nowMs();
    account.owed += cost;
  };

  return {
    /** @throws Fault `too-many-requests` when this credential's caller is known to be over the limit */
    checkToken(token: string): void {
      const account = refused.get(digest(token));
      if (account && account.emptyUntilMs > nowMs()) refuse(token, account);
    },

    /**
     * Counts a request of the credential's caller.
     * @returns a function that adds to the cost of this request; the addition is taken at the caller's next request
     * @throws Fault `too-many-requests`; the request then does not count
     */
    async spend(token: string, caller: string, cost: number): Promise<(more: number) => void> {
      const account = accounts.get(caller) ?? { owed: 0, sinceMs: 0, known: false, emptyUntilMs: 0 };
      remember(accounts, caller, account);
      if (account.emptyUntilMs > nowMs()) refuse(token, account);
      owe(account, cost);
      if (!account.known || account.owed >= share) {
        const emptyMs = await take(caller, account.owed, account.sinceMs);
        account.known = true;
        if (emptyMs === undefined) account.owed = 0;
        else {
          account.owed -= cost;
          account.emptyUntilMs = Math.max(emptyMs, nowMs()) + Math.random() * jitterMs;
          refuse(token, account);
        }
      }
      return (more) => owe(account, more);
    },
  };
}

type Account = {
  /** Cost of the requests let through and not yet taken from the shared limit. */
  owed: number;
  /** Time of the first of these requests, in epoch milliseconds. */
  sinceMs: number;
  /** True once this container has asked the shared limit about this caller. */
  known: boolean;
  emptyUntilMs: number;
};

function remember<T>(all: Map<string, T>, key: string, value: T): void {
  if (all.size >= maxRemembered && !all.has(key)) all.clear();
  all.set(key, value);
}

/** The container keeps no credentials, only their hashes. */
function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
