/**
 * Calls that wait for a sandbox. Each client of each function has its own queue, and the queues take turns. On Lambda
 * no client waits for another, because Lambda starts a sandbox for each call. With a fixed number of sandboxes, taking
 * turns comes closest to that.
 * @param maxCalls the maximum length of each client's queue
 */
export function createFairQueue<C>(maxCalls: number) {
  /** The queues, in the order in which they were last served. The queue that was served longest ago comes first. */
  const queues = new Map<string, { functionName: string; calls: Set<C> }>();
  const keyOf = (functionName: string, client: string) => `${functionName} ${client}`;
  return {
    /** Adds a call at the end of its client's queue. Returns false when that queue is full. */
    add(functionName: string, client: string, call: C): boolean {
      const key = keyOf(functionName, client);
      const queue = queues.get(key) ?? { functionName, calls: new Set() };
      if (queue.calls.size >= maxCalls) return false;
      queue.calls.add(call);
      queues.set(key, queue);
      return true;
    },
    /** Removes a cancelled call. Returns true if the call was still waiting. */
    remove(functionName: string, client: string, call: C): boolean {
      const key = keyOf(functionName, client);
      const queue = queues.get(key);
      const removed = queue?.calls.delete(call) ?? false;
      if (queue?.calls.size === 0) queues.delete(key);
      return removed;
    },
    /** Starts and removes waiting calls. `start` returns false if there is no free sandbox for its function. */
    serve(start: (functionName: string, call: C) => boolean): void {
      const full = new Set<string>();
      // A queue that moves to the end of the map is visited again in this loop.
      for (const [key, queue] of queues) {
        const [call] = queue.calls;
        if (call === undefined || full.has(queue.functionName)) continue;
        if (!start(queue.functionName, call)) {
          full.add(queue.functionName);
          continue;
        }
        queue.calls.delete(call);
        queues.delete(key);
        if (queue.calls.size > 0) queues.set(key, queue);
      }
    },
    /** Removes and returns all calls. */
    drain(): C[] {
      const calls = [...queues.values()].flatMap((queue) => [...queue.calls]);
      queues.clear();
      return calls;
    },
  };
}
