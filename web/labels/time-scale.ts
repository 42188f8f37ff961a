/** Maps a part of a video to a width in pixels. */
export type TimeScale = { readonly fromMs: number; readonly toMs: number; readonly width: number };

export function xOf({ fromMs, toMs, width }: TimeScale, ms: number): number {
  return ((ms - fromMs) / (toMs - fromMs)) * width;
}

export function msOf({ fromMs, toMs, width }: TimeScale, x: number): number {
  return fromMs + (x / width) * (toMs - fromMs);
}

/** Minimum length of the visible part: some frames. */
const minMs = 200;

/** Returns the part `times` as long, with the same time at `x`, within a video of `lengthMs`. */
export function stretched(scale: TimeScale, x: number, times: number, lengthMs: number): TimeScale {
  const length = Math.min(lengthMs, Math.max(minMs, (scale.toMs - scale.fromMs) * times));
  return within({ ...scale, fromMs: msOf(scale, x) - (x / scale.width) * length }, length, lengthMs);
}

/** Returns the part moved by `x` pixels. */
export function panned(scale: TimeScale, x: number, lengthMs: number): TimeScale {
  const length = scale.toMs - scale.fromMs;
  return within({ ...scale, fromMs: scale.fromMs + (x / scale.width) * length }, length, lengthMs);
}

/** Returns a part of the same length that contains a time. It moves only if the time is outside. */
export function showing(scale: TimeScale, ms: number, lengthMs: number): TimeScale {
  const length = scale.toMs - scale.fromMs;
  if (ms >= scale.fromMs && ms <= scale.toMs) return scale;
  return within({ ...scale, fromMs: ms - length / 10 }, length, lengthMs);
}

function within(scale: TimeScale, length: number, lengthMs: number): TimeScale {
  const fromMs = Math.max(0, Math.min(scale.fromMs, lengthMs - length));
  return { ...scale, fromMs, toMs: fromMs + length };
}

const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
];

/** Returns round times with at least `minPixels` between them. */
export function ticksOf(scale: TimeScale, minPixels: number): readonly number[] {
  const perPixel = (scale.toMs - scale.fromMs) / scale.width;
  const last = steps.at(-1) ?? 1;
  const step =
    steps.find((each) => each >= perPixel * minPixels) ?? Math.ceil((perPixel * minPixels) / last) * last;
  const first = Math.ceil(scale.fromMs / step);
  const count = Math.max(0, Math.floor(scale.toMs / step) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
