import fc from "fast-check";
import { expect, test } from "vitest";
import { PlayClock, takeDue } from "../../../web/player/clock.ts";
import type { Picture } from "../../../web/player/in-order.ts";

test("follows the clock that runs, at the rate", () => {
  let seconds = 100;
  const clock = new PlayClock();
  clock.start(7, 2, () => seconds);
  expect(clock.now).toBe(7);
  seconds += 3;
  expect(clock.now).toBe(13);
  clock.start(clock.now, 0.5, () => seconds);
  seconds += 4;
  expect(clock.now).toBe(15);
});

test("each refresh gets the last picture that is due, and the pictures before it are closed", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(gaps, gaps, (between, refreshes) => {
      let at = 0;
      const times = between.map((gap) => {
        at += gap;
        return at / 1000;
      });
      const open = new Set(times);
      const waiting = times.map(
        (time): Picture => ({ time, image: { close: () => open.delete(time) } as unknown as VideoFrame }),
      );
      const pictures = {
        get first() {
          return waiting[0];
        },
        take: () => waiting.shift(),
      };
      let now = 0;
      let shown: Picture | undefined;
      for (const gap of refreshes) {
        now += gap / 1000;
        const before = waiting.length;
        const { due, skipped } = takeDue(pictures, now);
        expect(before - waiting.length).toBe(skipped + (due ? 1 : 0));
        if (due) shown?.image.close();
        shown = due ?? shown;
        expect(shown?.time).toBe(times.findLast((time) => time <= now + 1e-6));
      }
      expect([...open]).toEqual(times.filter((time) => time >= (shown?.time ?? 0)));
    }),
  );
});
