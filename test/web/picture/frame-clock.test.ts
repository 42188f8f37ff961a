import fc from "fast-check";
import { expect, test } from "vitest";
import { type Frame, FrameClock } from "../../../web/picture/frame-clock.ts";
import type { ReadStretch } from "../../../web/picture/frame-index.ts";

/** Reads from an index in memory in the same way as from a file: by the minute, with the adjacent frames. */
function clockOf(times: readonly number[], start = Math.max(0, times[0] ?? 0)): FrameClock {
  return new FrameClock(start, async (from, to) => ({
    before: times.findLast((time) => time < from),
    times: times.filter((time) => time >= from && time < to),
    after: times.find((time) => time >= to),
  }));
}

/** The rule of the specification: hidden frames, and frames within 1.5 ms before the next one, do not count. */
function framesOf(times: readonly number[]): readonly number[] {
  return times.filter((time, i) => {
    const next = times[i + 1] ?? Number.POSITIVE_INFINITY;
    return (time >= 0 || next > 0) && next - time > 0.0015;
  });
}

/** Times of frames in ticks of the clocks that containers use, with gaps from a tick to three minutes. */
const video = fc
  .record({
    clock: fc.constantFrom(1000, 12_800, 30_000, 90_000, 1_000_000),
    first: fc.oneof(fc.constant(0), fc.integer({ min: -4000, max: 100_000 })),
    gapsMs: fc.array(
      fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constantFrom(33, 40, 500, 59_960, 180_000)),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ clock, first, gapsMs }) => {
    let ticks = Math.round((first * clock) / 1000);
    return gapsMs.map((gap) => {
      const time = ticks / clock;
      ticks += Math.max(1, Math.round((gap * clock) / 1000));
      return time;
    });
  })
  .filter((times) => framesOf(times).length > 0);

async function allFrames(clock: FrameClock): Promise<readonly Frame[]> {
  const frames = [await clock.load(0)];
  for (let frame = frames[0]; frame && Number.isFinite(frame.until); ) {
    frame = await clock.step(frame, 1);
    if (frame.time === frames.at(-1)?.time) break;
    frames.push(frame);
  }
  return frames;
}

test("steps in both directions visit exactly the frames of the index", async () => {
  await fc.assert(
    fc.asyncProperty(video, async (times) => {
      const clock = clockOf(times);
      const frames = await allFrames(clock);
      expect(frames.map(({ time }) => time)).toEqual(framesOf(times));
      const back = await clock.step(await clock.load(1e6), -frames.length);
      expect(back.time).toBe(frames[0]?.time);
    }),
  );
});

test("a written time belongs to its frame, and so does each millisecond until the next frame", async () => {
  await fc.assert(
    fc.asyncProperty(video, async (times) => {
      const clock = clockOf(times);
      for (const frame of await allFrames(clock)) {
        for (const ms of [frame.fromMs, frame.ms, Math.min(frame.toMs, frame.ms + 1000)]) {
          expect((await clock.frameOf(ms)).time).toBe(frame.time);
        }
      }
    }),
  );
});

test("the frame at a time is the last one that begins at or before that time, or else the first frame", async () => {
  await fc.assert(
    fc.asyncProperty(video, fc.double({ min: 0, max: 400, noNaN: true }), async (times, seconds) => {
      const frames = framesOf(times);
      const expected = frames.findLast((time) => time <= seconds) ?? frames[0];
      const clock = clockOf(times);
      expect((await clock.load(seconds)).time).toBe(expected);
      expect(clock.frameAt(seconds)?.time).toBe(expected);
    }),
  );
});

test("numbers a frame once the whole index up to the frame has been read", async () => {
  await fc.assert(
    fc.asyncProperty(video, async (times) => {
      const clock = clockOf(times);
      await clock.readAll(async () => {});
      for (const [number, frame] of (await allFrames(clock)).entries()) {
        expect(clock.number(frame)).toBe(number);
      }
    }),
  );
  const clock = clockOf([0, 0.04, 70, 130]);
  expect(clock.number(await clock.load(130))).toBeUndefined();
});

test("at 29.97 frames a second, frame 1 has the time 34 ms, and 33 ms belongs to frame 0", async () => {
  const clock = clockOf(Array.from({ length: 10 }, (_, i) => (i * 1001) / 30_000));
  expect((await clock.step(await clock.load(0), 1)).ms).toBe(34);
  expect((await clock.frameOf(33)).time).toBe(0);
});

test("times count from the start of the media, which can be the start of the sound", async () => {
  const clock = clockOf([1.58, 1.62], 1.5);
  expect(await clock.load(0)).toMatchObject({ time: 1.58, ms: 80, fromMs: 0, toMs: 119 });
});

test("reads a part of the index again after a failure", async () => {
  let failures = 1;
  const clock = new FrameClock(0, async () => {
    if (failures-- > 0) throw new Error("offline");
    return { before: undefined, times: [0], after: undefined };
  });
  await expect(clock.load(0)).rejects.toThrow("offline");
  expect((await clock.load(0)).time).toBe(0);
});

test("the last frame lasts until a second after the end of the video, because tables round times", async () => {
  const times = [0, 0.04, 0.08];
  const read: ReadStretch = async () => ({ before: undefined, times, after: undefined });
  const last = await new FrameClock(0, read, 0.12).load(1);
  expect([last.ms, last.toMs]).toEqual([80, 1120]);
  // A file without a known end, and a live one that has grown since.
  expect((await new FrameClock(0, read).load(1)).toMs).toBe(Number.POSITIVE_INFINITY);
  expect(
    (await new FrameClock(0, async () => ({ ...(await read(0, 60)), times: [0, 9] }), 1).load(10)).toMs,
  ).toBe(9000);
});
