import { expect, test } from "vitest";
import type { Frame } from "../../../web/picture/frame-clock.ts";
import { Goals } from "../../../web/player/goals.ts";

const frameAt = (time: number): Frame => ({ time, until: time + 1, ms: time, fromMs: time, toMs: time });
const step = async ({ time }: Frame) => frameAt(time + 1);

/** Goals that are reached when `arrive` is called. */
function slowly() {
  const reached: number[] = [];
  let arrive = () => {};
  const goals = new Goals(async ({ time }) => {
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    reached.push(time);
    return true;
  });
  return { goals, reached, arrive: () => arrive() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("of several times during a seek, only the last one counts", async () => {
  const { goals, reached, arrive } = slowly();
  const arriving = goals.go(frameAt(0), async () => frameAt(5));
  await settled();
  for (const time of [10, 20, 30]) void goals.go(frameAt(0), async () => frameAt(time));
  arrive();
  await settled();
  arrive();
  expect(await arriving).toBe(true);
  expect(reached).toEqual([5, 30]);
  expect(goals.arriving).toBeUndefined();
});

test("steps during a seek count from its goal, and none is lost", async () => {
  const { goals, reached, arrive } = slowly();
  const arriving = goals.go(frameAt(0), async () => frameAt(5));
  await settled();
  for (let n = 0; n < 3; n++) void goals.go(frameAt(0), step);
  arrive();
  await settled();
  arrive();
  await arriving;
  expect(reached).toEqual([5, 8]);
});

test("after a failure, the next goal counts from the shown frame", async () => {
  let failures = 1;
  const goals = new Goals(async ({ time }) => {
    if (failures-- > 0) throw new Error("offline");
    return time === 4;
  });
  await expect(goals.go(frameAt(0), async () => frameAt(9))).rejects.toThrow("offline");
  expect(await goals.go(frameAt(3), step)).toBe(true);
});
