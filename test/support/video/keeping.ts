import type { Frame } from "node-av";

const kept = new WeakMap<Frame, Buffer>();

/**
 * Keeps the buffer of a frame in memory as long as the frame exists. node-av does not copy the buffer, and the garbage
 * collector does not know that the frame uses it. An encoder opens while its first frame waits, which is long enough to
 * lose the buffer.
 */
export function keeping(frame: Frame, memory: Buffer): Frame {
  kept.set(frame, memory);
  return frame;
}
