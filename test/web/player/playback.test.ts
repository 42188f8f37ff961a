import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameClock } from "../../../web/picture/frame-clock.ts";
import { Pictures } from "../../../web/player/decoder.ts";
import { Playback } from "../../../web/player/playback.ts";
import { groupLength, packetsOf, timeOf, useFakeDecoder } from "./fake-decoder.ts";

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

function begin({ groups = 20, gap = 0 } = {}) {
  const decoder = useFakeDecoder();
  const { packets, times } = packetsOf(groups, undefined, gap);
  const gapFrom = timeOf(2 * groupLength);
  const pictures = new Pictures(packets, () => {});
  const seen: number[] = [];
  const ended: unknown[] = [];
  const playback = new Playback({
    pictures,
    packets: {
      ...packets,
      gapUntil: (seconds) => (seconds >= gapFrom && seconds < gapFrom + gap ? gapFrom + gap : undefined),
    },
    clock: new FrameClock(0, async () => ({ before: undefined, times, after: undefined })),
    sound: undefined,
    end: undefined,
    show: ({ image, time }) => {
      seen.push(time);
      image.close();
    },
    onEnd: (error) => ended.push(error),
  });
  const play = (seconds: number, rate = 1) => {
    pictures.from(seconds);
    playback.start(seconds, { rate, isMuted: true });
  };
  return { ...decoder, playback, pictures, times, seen, ended, play };
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
