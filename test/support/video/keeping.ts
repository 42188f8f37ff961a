import type { Frame } from "node-av";

const kept = new WeakMap<Frame, Buffer>();

/**
 * Keeps the memory of a frame that was made of a buffer for as long as there is the frame: node-av copies nothing,
 * and the garbage collector knows nothing of it. (An encoder opens while its first frame waits: time enough.)
 */
export function keeping(frame: Frame, memory: Buffer): Frame {
  kept.set(frame, memory);
  return frame;
}
