/** After so many pieces in a row, a host is not asked for a while. */
const mostFailures = 5;
const pauseMs = 15 * 60_000;

type QuietHosts = {
  readonly isQuiet: (host: string) => boolean;
  readonly note: (host: string, hasAnswered: boolean) => void;
};

/** Remembers hosts that do not answer, so that thousands of videos of a server that is off do not cost a timeout each. */
export function quietHosts(nowMs: () => number): QuietHosts {
  const failures = new Map<string, { readonly count: number; readonly lastMs: number }>();
  return {
    isQuiet(host) {
      const { count, lastMs } = failures.get(host) ?? { count: 0, lastMs: 0 };
      return count >= mostFailures && nowMs() - lastMs < pauseMs;
    },
    note(host, hasAnswered) {
      if (hasAnswered) failures.delete(host);
      else failures.set(host, { count: (failures.get(host)?.count ?? 0) + 1, lastMs: nowMs() });
    },
  };
}
