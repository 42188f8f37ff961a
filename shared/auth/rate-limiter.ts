import { createHash } from "node:crypto";
import { Fault } from "../domain/wire/fault.ts";

/** The rate limits of callers that all containers share. */
export type SharedRateLimit = {
  /** Cost of the requests that a container lets through before it asks again. */
  readonly share: number;
  /** Takes the cost of requests since `sinceMs`, or returns when requests are possible again; both in epoch milliseconds. */
  readonly take: (caller: string, cost: number, sinceMs: number) => Promise<number | undefined>;
};

/** Maximum number of callers to remember, so that strangers cannot fill the memory. */
const maxRemembered = 1000;

/** Keeps containers that wait for the same caller from asking at the same time. */
const jitterMs = 1000;

/**
 * Limits each caller's requests in one container. It asks the shared limit at a caller's first request, and again after
 * every `share`, for what it has let through since. After a refusal it refuses by itself until requests are possible
 * again, before it looks at the credential: during a flood, each request costs one hash.
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
     * @returns adds to the cost of this request; the caller's next request pays for it
     * @throws Fault `too-many-requests`; the request then counts nothing
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
  /** When the first of them was let through. */
  sinceMs: number;
  /** Whether this container has asked the shared limit about this caller before. */
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
