import type { Sandbox } from "./sandbox.ts";

/** The sandboxes of all functions: hands out idle ones, starts new ones within its limits, ends idle ones. */
export type SandboxPool = {
  /** A sandbox that is the caller's until it is released; `undefined` when there is no room for one now. */
  acquire: (functionName: string) => Sandbox | undefined;
  /** Takes it back; one that is dead or retired is not used again. */
  release: (sandbox: Sandbox) => void;
  /** Uses no sandbox of this function again: idle ones end now, busy ones when they are released. */
  retire: (functionName: string) => void;
  size: () => number;
  /** Kills every sandbox and waits until all are gone. */
  stop: () => Promise<void>;
};

export type PoolLimits = {
  concurrencyPerFunction: number;
  /** Over all functions. An idle sandbox of another function makes room. */
  sandboxes: number;
  /** A sandbox that had nothing to do for so long ends. */
  idleMs: number;
};

/** `onRoom` is called when a sandbox has gone, so that another may be acquired. */
export function createSandboxPool(options: {
  limits: PoolLimits;
  start: (functionName: string) => Sandbox;
  onRoom: () => void;
}): SandboxPool {
  const { limits, start, onRoom } = options;
  /** The one that was released longest ago comes first. */
  const slots = new Map<Sandbox, Slot>();

  const end = (sandbox: Sandbox): void => {
    clearTimeout(slots.get(sandbox)?.idleTimer);
    slots.delete(sandbox);
    sandbox.kill();
  };
  const add = (functionName: string): Sandbox => {
    const sandbox = start(functionName);
    slots.set(sandbox, { functionName, busy: true, retired: false, idleTimer: undefined });
    void sandbox.ended.then(() => {
      end(sandbox);
      onRoom();
    });
    return sandbox;
  };

  return {
    acquire: (functionName) => {
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
    release: (sandbox) => {
      const slot = slots.get(sandbox);
      if (!slot) return;
      if (slot.retired || !sandbox.isAlive()) return end(sandbox);
      slot.busy = false;
      slot.idleTimer = setTimeout(() => end(sandbox), limits.idleMs).unref();
      slots.delete(sandbox);
      slots.set(sandbox, slot);
    },
    retire: (functionName) => {
      for (const [sandbox, slot] of [...slots]) {
        if (slot.functionName !== functionName) continue;
        if (slot.busy) slot.retired = true;
        else end(sandbox);
      }
    },
    size: () => slots.size,
    stop: async () => {
      const all = [...slots.keys()];
      for (const sandbox of all) end(sandbox);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

type Slot = {
  functionName: string;
  busy: boolean;
  /** Its code is no longer the function's. */
  retired: boolean;
  idleTimer: NodeJS.Timeout | undefined;
};
