import type { Sandbox } from "./sandbox.ts";

export type PoolLimits = {
  concurrencyPerFunction: number;
  /** Maximum number of sandboxes of all functions together. At this limit the pool first ends an idle sandbox. */
  sandboxes: number;
  /** Maximum number of idle sandboxes of all functions together. Each takes about 24 MB. */
  idle: number;
  /** Time after which an idle sandbox ends. */
  idleMs: number;
};

/** A sandbox that was released less than this time ago counts as in use. */
const inUseMs = 1000;

/**
 * The sandboxes of all functions. Reuses idle sandboxes, starts new ones within the limits, and ends idle ones.
 * @param options.onRoom called when a sandbox has ended, so that another one can be acquired
 */
export function createSandboxPool(options: {
  limits: PoolLimits;
  start: (functionName: string) => Sandbox;
  onRoom: () => void;
}) {
  const { limits, start, onRoom } = options;
  /** Idle sandboxes, in the order of their release. The sandbox that was released longest ago comes first. */
  const slots = new Map<Sandbox, Slot>();

  const end = (sandbox: Sandbox): void => {
    clearTimeout(slots.get(sandbox)?.idleTimer);
    slots.delete(sandbox);
    sandbox.kill();
  };
  const add = (functionName: string): Sandbox => {
    const sandbox = start(functionName);
    slots.set(sandbox, { functionName, busy: true, retired: false, releasedMs: 0, idleTimer: undefined });
    void sandbox.ended.then(() => {
      end(sandbox);
      onRoom();
    });
    return sandbox;
  };

  /** Ends one if too many are idle: one whose function keeps another, else the one that was released longest ago. */
  const endSurplus = (): void => {
    const idle = [...slots].filter(([, { busy }]) => !busy);
    if (idle.length <= limits.idle) return;
    // A function that several callers use now needs all its sandboxes again.
    const unused = idle.filter(([, { releasedMs }]) => performance.now() - releasedMs >= inUseMs);
    const byFunction = Map.groupBy(unused, ([, { functionName }]) => functionName);
    const several = [...byFunction.values()].find(({ length }) => length > 1) ?? [];
    const [[surplus] = []] = [...several, ...idle];
    if (surplus) end(surplus);
  };

  return {
    /** Reserves a sandbox until `release`. Returns `undefined` if the limits allow no other sandbox now. */
    acquire: (functionName: string): Sandbox | undefined => {
      let running = 0;
      let idle: [Sandbox, Slot] | undefined;
      let idleElsewhere: Sandbox | undefined;
      for (const [sandbox, slot] of slots) {
        if (slot.functionName === functionName && !slot.retired) running += 1;
        if (slot.busy) continue;
        if (slot.functionName === functionName && sandbox.isAlive()) idle = [sandbox, slot];
        else idleElsewhere ??= sandbox;
      }
      if (idle) {
        const [sandbox, slot] = idle;
        clearTimeout(slot.idleTimer);
        slot.busy = true;
        return sandbox;
      }
      if (running >= limits.concurrencyPerFunction) return undefined;
      if (slots.size >= limits.sandboxes) {
        if (!idleElsewhere) return undefined;
        end(idleElsewhere);
      }
      return add(functionName);
    },
    /** Returns a sandbox to the pool, which does not use it again if it has ended or is retired. */
    release: (sandbox: Sandbox) => {
      const slot = slots.get(sandbox);
      if (!slot) return;
      if (slot.retired || !sandbox.isAlive()) return end(sandbox);
      slot.busy = false;
      slot.releasedMs = performance.now();
      slot.idleTimer = setTimeout(() => end(sandbox), limits.idleMs).unref();
      slots.delete(sandbox);
      slots.set(sandbox, slot);
      endSurplus();
    },
    /** Stops using the present sandboxes of this function: idle ones end now, busy ones on release. */
    retire: (functionName: string): void => {
      for (const [sandbox, slot] of [...slots]) {
        if (slot.functionName !== functionName) continue;
        if (slot.busy) slot.retired = true;
        else end(sandbox);
      }
    },
    size: () => slots.size,
    /** Kills every sandbox and waits until all have ended. */
    stop: async (): Promise<void> => {
      const all = [...slots.keys()];
      for (const sandbox of all) end(sandbox);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

type Slot = {
  functionName: string;
  busy: boolean;
  /** True if the sandbox runs outdated code. */
  retired: boolean;
  /** Time of its last release (`performance.now()`). */
  releasedMs: number;
  idleTimer: NodeJS.Timeout | undefined;
};
