/**
 * Calls that wait for a sandbox: a line for each client of each function, and the lines are served in turn. On
 * Lambda nobody waits behind another's calls, since it starts a sandbox for each; this is as near as a few
 * sandboxes come to it.
 */
export type WaitingLines<C> = {
  /** Puts a call at the end of its line, unless the line is full. */
  add: (functionName: string, client: string, call: C) => boolean;
  /** Takes a call out that nobody waits for any more; whether it was still there. */
  remove: (functionName: string, client: string, call: C) => boolean;
  /** Takes out every call that `start` can start. */
  serve: (start: (functionName: string, call: C) => boolean) => void;
  /** Takes out all. */
  drain: () => C[];
};

export function waitingLines<C>(longest: number): WaitingLines<C> {
  /** Who was served longest ago comes first. */
  const lines = new Map<string, { functionName: string; calls: Set<C> }>();
  const keyOf = (functionName: string, client: string) => `${functionName} ${client}`;
  return {
    add(functionName, client, call) {
      const key = keyOf(functionName, client);
      const line = lines.get(key) ?? { functionName, calls: new Set() };
      if (line.calls.size >= longest) return false;
      line.calls.add(call);
      lines.set(key, line);
      return true;
    },
    remove(functionName, client, call) {
      const key = keyOf(functionName, client);
      const line = lines.get(key);
      const removed = line?.calls.delete(call) ?? false;
      if (line?.calls.size === 0) lines.delete(key);
      return removed;
    },
    serve(start) {
      const full = new Set<string>();
      // A line that is put back at the end is met again in the same loop.
      for (const [key, line] of lines) {
        const [call] = line.calls;
        if (call === undefined || full.has(line.functionName)) continue;
        if (!start(line.functionName, call)) {
          full.add(line.functionName);
          continue;
        }
        line.calls.delete(call);
        lines.delete(key);
        if (line.calls.size > 0) lines.set(key, line);
      }
    },
    drain() {
      const calls = [...lines.values()].flatMap((line) => [...line.calls]);
      lines.clear();
      return calls;
    },
  };
}
