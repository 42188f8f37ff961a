export type Patience = {
  /** Maximum length of all pauses together, in milliseconds. */
  readonly patienceMs: number;
  /** Called before each pause with its reason, so that a person can be told. */
  readonly onPause: (pauseMs: number, reason: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
};

/** A failed attempt after which another one may succeed. */
export type Again<T> = {
  /** The reason of the failure, for `onPause`. */
  readonly again: string;
  /** The pause that the service asks for. */
  readonly pauseMs?: number | undefined;
  /** Returns or throws the result if there is no other attempt. */
  readonly giveUp: () => T;
};

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Repeats an attempt until it succeeds or `patienceMs` is over. Pauses are as long as the service asks for, or else
 * 0.5 s, 1 s, 2 s and so on up to 30 s. A random part of up to a half is added to each pause, so that not all clients
 * retry at the same time.
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
