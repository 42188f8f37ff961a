import { afterEach, expect, test, vi } from "vitest";
import { type Frame, FrameClock } from "../../../web/picture/frame-clock.ts";
import { Pictures } from "../../../web/player/decoder.ts";
import { type Drawable, Kept } from "../../../web/player/kept.ts";
import { Seeker } from "../../../web/player/seeker.ts";
import { groupLength, packetsOf, timeOf, useFakeDecoder } from "./fake-decoder.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

class Copy {
  readonly timestamp: number;
  static readonly open = new Set<Copy>();
  constructor(timestamp: number) {
    this.timestamp = timestamp;
    Copy.open.add(this);
  }
  close() {
    Copy.open.delete(this);
  }
}

/** A seeker of a video of `groups` groups, with one that keeps `max` pictures. */
function begin({ groups = 12, max = 10 } = {}) {
  const decoder = useFakeDecoder();
  vi.stubGlobal("ImageBitmap", Copy);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("createImageBitmap", async ({ timestamp }: VideoFrame) => new Copy(timestamp));
  const { packets, times } = packetsOf(groups);
  const pictures = new Pictures(packets, () => {});
  const pixels = (128 * 2 ** 20) / 4 / max;
  const kept = new Kept({ width: pixels, height: 1 });
  expect(kept.max).toBe(max);
  const clock = new FrameClock(0, async () => ({ before: undefined, times, after: undefined }));
  const state = { isIdle: true };
  const seeker = new Seeker({ pictures, kept, clock, packets, isIdle: () => state.isIdle });
  let shown: { frame: Frame; image: Drawable } | undefined;
  /** Shows a frame, as the player does. */
  const show = async (n: number) => {
    const wanted = await clock.load(timeOf(n) + 1e-6);
    const found = await seeker.find(wanted, shown?.frame.time ?? Number.POSITIVE_INFINITY);
    if (found === undefined) throw new Error("Another seek began.");
    expect(found.frame.time).toBe(timeOf(n));
    // The decoder got it an hour later.
    const { timestamp } = found.image as unknown as { timestamp: number };
    expect(timestamp / 1e6 - 3600).toBeCloseTo(timeOf(n), 5);
    if (shown) await kept.add({ image: shown.image, time: shown.frame.time });
    shown = found;
  };
  return { ...decoder, show, kept, pictures, state };
}

const numbersKept = (kept: Kept, until: number) =>
  Array.from({ length: until }, (_, n) => n).filter((n) => kept.has(timeOf(n)));

test("after a step back, the pictures before those that are kept are decoded in idle time", async () => {
  const { show, kept, configs } = begin();
  await show(5 * groupLength + 4);
  await show(5 * groupLength + 3);
  // Its own group has three before it, so others are decoded, which are in the group before.
  await expect.poll(() => numbersKept(kept, 48).length).toBeGreaterThanOrEqual(9);
  expect(numbersKept(kept, 48)).toContain(5 * groupLength - 1);
  const before = configs.length;
  for (let n = 5 * groupLength + 2; n >= 5 * groupLength - 3; n--) await show(n);
  // All of them were kept.
  expect(configs.length - before).toBeLessThanOrEqual(1);
});

test("steps back to the start of the video show each frame", async () => {
  const { show, pictures, kept, open } = begin();
  for (let n = 7 * groupLength; n >= 0; n--) await show(n);
  for (let n = 1; n < 30; n++) await show(n);
  pictures.close();
  kept.close();
  await expect.poll(() => open.size).toBeLessThanOrEqual(1);
});

test("decodes nothing in advance while the video plays", async () => {
  const { show, kept, state } = begin();
  state.isIdle = false;
  await show(5 * groupLength + 4);
  await show(5 * groupLength + 3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(numbersKept(kept, 48).every((n) => n >= 5 * groupLength)).toBe(true);
});

test("another frame ends what is decoded in advance", async () => {
  const { show } = begin({ groups: 30, max: 25 });
  await show(25 * groupLength + 4);
  await show(25 * groupLength + 3);
  for (const n of [3, 200, 199, 10, 11, 12, 150, 149, 148, 20]) {
    await new Promise((resolve) => setTimeout(resolve, n));
    await show(n);
  }
});
