import { createHash } from "node:crypto";
import { Fault } from "../domain/fault.ts";

/** What all containers share of the callers' budgets. */
export type SharedRateLimit = {
  /** So much a container lets a caller have before it asks again. */
  readonly share: number;
  /** Takes what was spent since then, or says until when the budget is empty; both in epoch milliseconds. */
  readonly take: (caller: string, cost: number, sinceMs: number) => Promise<number | undefined>;
};

/** Bounds what strangers can fill; who is forgotten is asked for again. */
const remembered = 1000;

/** Containers that wait for the same caller's budget do not ask together. */
const jitterMs = 1000;

/**
 * What one container lets each caller have. It asks the shared budget at a caller's first request and then once
 * for every `share`, for what it has let through meanwhile. Once refused, it answers by itself until there may
 * be something again, and before it looks at the credential any closer: a flood costs a hash.
 */
export function rateLimiter({ share, take }: SharedRateLimit, nowMs: () => number = Date.now) {
  const accounts = new Map<string, Account>();
  const refused = new Map<string, Account>();

  const refuse = (token: string, account: Account): never => {
    remember(refused, digest(token), account);
    throw new Fault(
      "too-many-requests",
      "This is more than one caller's share. Wait for the seconds in Retry-After, then send it again.",
      { retryAfterSeconds: Math.max(1, Math.ceil((account.emptyUntilMs - nowMs()) / 1000)) },
    );
  };

  const owe = (account: Account, cost: number): void => {
    if (account.owed === 0) account.sinceMs = nowMs();
    account.owed += cost;
  };

  return {
    /** @throws Fault `too-many-requests` when this credential's caller is known to have nothing left */
    checkToken(token: string): void {
      const account = refused.get(digest(token));
      if (account && account.emptyUntilMs > nowMs()) refuse(token, account);
    },

    /**
     * Counts a request of the caller whose credential this is.
     * @returns counts more for the same request, which the caller's next one has to pay
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
  /** What was let through and not yet taken from the shared budget. */
  owed: number;
  /** When the first of that was let through. */
  sinceMs: number;
  /** Whether this container has ever asked for this caller. */
  known: boolean;
  emptyUntilMs: number;
};

function remember<T>(all: Map<string, T>, key: string, value: T): void {
  if (all.size >= remembered && !all.has(key)) all.clear();
  all.set(key, value);
}

/** Credentials themselves are not kept. */
function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
