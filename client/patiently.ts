export type Patience = {
  /** How long the pauses together may last, in milliseconds. */
  readonly patienceMs: number;
  /** Told before each pause, so that a person sees why nothing moves. */
  readonly onPause: (pauseMs: number, reason: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
};

/** A try that failed, but the next one may not. */
export type Again<T> = {
  readonly again: string;
  /** The pause that the service asks for. */
  readonly pauseMs?: number | undefined;
  /** Returns or throws the result, if there is no next try. */
  readonly giveUp: () => T;
};

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Tries until it succeeds or patience ends. It pauses as long as the service asks for, else 0.5 s, 1 s, 2 s and so on up
 * to 30 s, and up to half as long again, so that clients do not come back together.
 */
export async function patiently<T>(
  attempt: () => Promise<{ readonly result: T } | Again<T>>,
  {
    patienceMs = 120_000,
    onPause = () => {},
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: Partial<Patience> = {},
): Promise<T> {
  let pausedMs = 0;
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if ("result" in outcome) return outcome.result;
    const backoffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    const pauseMs = (outcome.pauseMs ?? backoffMs) * (1 + Math.random() / 2);
    pausedMs += pauseMs;
    if (pausedMs > patienceMs) return outcome.giveUp();
    onPause(pauseMs, outcome.again);
    await sleep(pauseMs);
  }
}
