/** Number of failed pieces in a row after which a host gets no requests for `pauseMs`. */
const mostFailures = 5;
const pauseMs = 15 * 60_000;

type QuietHosts = {
  readonly isQuiet: (host: string) => boolean;
  readonly note: (host: string, hasAnswered: boolean) => void;
};

/**
 * Remembers hosts that do not respond, so that thousands of videos on a server that is off do not cost a timeout each.
 */
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
