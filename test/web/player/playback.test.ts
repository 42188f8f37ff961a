import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameClock } from "../../../web/picture/frame-clock.ts";
import { Pictures } from "../../../web/player/decoder.ts";
import { Playback } from "../../../web/player/playback.ts";
import { type Behaviour, groupLength, packetsOf, timeOf, useFakeDecoder } from "./fake-decoder.ts";

const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Video = {
  readonly groups?: number;
  /** Time that is missing after two groups, in seconds. */
  readonly gap?: number;
  readonly behaviour?: Behaviour;
};

function begin({ groups = 20, gap = 0, behaviour = {} }: Video = {}) {
  const decoder = useFakeDecoder(behaviour);
  const { packets, times } = packetsOf(groups, undefined, gap);
  const gapFrom = timeOf(2 * groupLength);
  const pictures = new Pictures(packets, () => {});
  const seen: number[] = [];
  /** Milliseconds after the start at which each picture was shown. */
  const shownMs: number[] = [];
  const ended: unknown[] = [];
  const playback = new Playback({
    pictures,
    packets: {
      ...packets,
      gapUntil: (seconds) => (seconds >= gapFrom && seconds < gapFrom + gap ? gapFrom + gap : undefined),
    },
    clock: new FrameClock(0, async () => ({ before: undefined, times, after: undefined })),
    sound: undefined,
    endOf: () => undefined,
    show: ({ image, time }) => {
      seen.push(time);
      shownMs.push(performance.now() - beganMs);
      image.close();
    },
    onEnd: (error) => ended.push(error),
  });
  let beganMs = 0;
  const play = (seconds: number, rate = 1) => {
    beganMs = performance.now();
    pictures.from(seconds);
    playback.start(seconds, { rate, isMuted: true });
  };
  return { ...decoder, playback, pictures, times, seen, shownMs, ended, play };
}

test("shows each picture when it is due, and ends after the last one", async () => {
  const { play, times, seen, ended, open } = begin();
  play(0);
  await vi.advanceTimersByTimeAsync(4000);
  expect(seen).toEqual(times.slice(0, seen.length));
  expect(seen.length).toBeGreaterThan(95);
  await vi.advanceTimersByTimeAsync(4000);
  expect(seen).toEqual(times);
  expect([ended, open.size]).toEqual([[undefined], 0]);
});

test("jumps over a part of the video that is missing", async () => {
  const { play, times, seen, ended } = begin({ groups: 6, gap: 60 });
  play(0);
  await vi.advanceTimersByTimeAsync(4000);
  expect(times.at(-1)).toBeGreaterThan(61);
  expect(seen).toEqual(times);
  expect(ended).toEqual([undefined]);
});

test("at 8x, a picture is shown or counted as skipped", async () => {
  const { play, playback, times, seen, ended, open } = begin({ groups: 40 });
  play(0, 8);
  await vi.advanceTimersByTimeAsync(3000);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length + playback.skipped).toBe(times.length);
  expect([ended, open.size]).toEqual([[undefined], 0]);
});

test("at 8x with a decoder that is too slow, goes on at the last key picture that is due", async () => {
  // 8x needs 200 pictures a second, and this decoder makes 100.
  const { play, times, seen, shownMs, ended, open } = begin({ groups: 80, behaviour: { slowMs: 10 } });
  play(0, 8);
  await vi.advanceTimersByTimeAsync(3000);
  const after = seen.filter((_, i) => (shownMs[i] ?? 0) > 400);
  expect(after).toEqual(after.toSorted((a, b) => a - b));
  expect(after.every((time) => times.includes(time))).toBe(true);
  // It is never more than a second of the screen behind, and never ahead.
  for (const [i, time] of seen.entries()) {
    const dueSeconds = ((shownMs[i] ?? 0) / 1000) * 8;
    expect(time).toBeLessThanOrEqual(dueSeconds + 0.001);
  }
  expect(seen.at(-1)).toBeGreaterThan(3 * 8 * 0.8);
  await vi.advanceTimersByTimeAsync(3000);
  expect([ended, open.size]).toEqual([[undefined], 0]);
});

test("a hidden tab decodes nothing; seen again, the picture of now is shown", async () => {
  const { play, times, seen, decoded, open } = begin({ groups: 60 });
  play(0);
  await vi.advanceTimersByTimeAsync(1000);
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(200);
  const [count, last] = [decoded.count, seen.at(-1) ?? 0];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([decoded.count, seen.at(-1), open.size]).toEqual([count, last, 0]);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(300);
  const next = seen.find((time) => time > last) ?? 0;
  expect(next).toBeGreaterThan(11);
  expect(next).toBeLessThan(11.6);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.slice(seen.indexOf(next))).toEqual(
    times.filter((time) => time >= next && time <= (seen.at(-1) ?? 0)),
  );
});
