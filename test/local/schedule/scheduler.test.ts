import { afterEach, describe, expect, test, vi } from "vitest";
import { ratePeriodMs, startScheduler } from "../../../local/schedule/scheduler.ts";
import type { Schedule } from "../../../local/template/schedules.ts";

const nightly: Schedule = {
  logicalId: "Nightly0",
  name: "nightly",
  expression: "rate(2 hours)",
  enabled: true,
  functionName: "clean",
  input: `{"all":true}`,
};

/** Starts a scheduler that records its calls. */
function start(...schedules: Schedule[]) {
  const calls: [functionName: string, event: unknown][] = [];
  const scheduler = startScheduler(schedules, async (functionName, event) => {
    calls.push([functionName, event]);
    return { ok: true, payload: calls.length };
  });
  return { calls, scheduler };
}

test.each([
  ["rate(1 minute)", 60_000],
  ["rate(5 minutes)", 300_000],
  ["rate(1 hour)", 3_600_000],
  ["rate(2 hours)", 7_200_000],
  ["rate( 30 days )", 2_592_000_000],
])("%s means every %i ms", (expression, periodMs) => {
  expect(ratePeriodMs({ name: "s", expression })).toBe(periodMs);
});

test.each([
  "cron(0 3 * * ? *)",
  "at(2030-01-01T00:00:00)",
  "rate(0 hours)",
  "rate(1 week)",
  "rate(1.5 hours)",
  "every day",
])("rejects the expression %s", (expression) => {
  expect(() => start({ ...nightly, expression })).toThrow(
    `Schedule nightly: the local stack supports only rate(...), not ${expression}.`,
  );
});

test.each(["{", `{"at":"<aws.scheduler.scheduled-time>"}`])("rejects the input %s", (input) => {
  expect(() => start({ ...nightly, input })).toThrow(
    "Schedule nightly: its input must be JSON without context attributes.",
  );
});

test("fireMinutely calls the targets of enabled every-minute schedules at once", () => {
  const minutely = { ...nightly, name: "minutely", functionName: "work", expression: "rate(1 minute)" };
  const disabled = { ...minutely, name: "disabled", functionName: "off", enabled: false };
  const { calls, scheduler } = start(nightly, minutely, disabled);
  scheduler.fireMinutely();
  expect(calls.map(([name]) => name)).toEqual(["work"]);
  scheduler.stop();
});

describe("with a fake clock", () => {
  afterEach(() => vi.useRealTimers());

  test("fires each schedule at its rate until stop(), unless it is disabled or its period is over 24.8 days", () => {
    vi.useFakeTimers();
    const months = { ...nightly, functionName: "months", expression: "rate(60 days)" };
    const { calls, scheduler } = start(nightly, { ...nightly, enabled: false, functionName: "off" }, months);
    vi.advanceTimersByTime(7_199_999);
    expect(calls.length).toBe(0);
    vi.advanceTimersByTime(1);
    expect(calls.map(([name]) => name)).toEqual(["clean"]);
    vi.advanceTimersByTime(7_200_000);
    expect(calls.length).toBe(2);
    scheduler.stop();
    vi.advanceTimersByTime(70_200_000);
    expect(calls.length).toBe(2);
  });
});

describe("fire", () => {
  test("accepts the name or logical id of any schedule, and returns the results of its targets", async () => {
    const { calls, scheduler } = start({ ...nightly, enabled: false });
    expect(await scheduler.fire("nightly")).toEqual([{ ok: true, payload: 1 }]);
    expect(await scheduler.fire("Nightly0")).toEqual([{ ok: true, payload: 2 }]);
    expect(calls.length).toBe(2);
    scheduler.stop();
  });

  test("lists the schedules if the name is unknown", async () => {
    await expect(start(nightly).scheduler.fire("daily")).rejects.toThrow(
      "Unknown schedule daily. Schedules are: nightly.",
    );
  });

  test("sends its input to the target", async () => {
    const { calls, scheduler } = start(nightly);
    await scheduler.fire("nightly");
    expect(calls).toEqual([["clean", { all: true }]]);
  });
});
