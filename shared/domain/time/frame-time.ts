/** Allows for rounding in a quotient of numbers, in milliseconds. */
const toleranceMs = 1e-6;

/**
 * Returns the time of a frame, in milliseconds from the first frame. It is rounded up, so that it is within the frame:
 * at 30 frames a second, frame 1 begins at 33.3 ms, and at 33 ms a video still shows frame 0.
 */
export function frameTimeMs(frame: number, framesPerSecond: number): number {
  return Math.max(0, Math.ceil((frame * 1000) / framesPerSecond - toleranceMs));
}
