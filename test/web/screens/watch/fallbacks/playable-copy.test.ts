import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../../../../../client/refusal.ts";
import { PlayableCopy } from "../../../../../web/screens/watch/fallbacks/playable-copy.ts";

/** A tab that can be hidden. */
class Tab extends EventTarget {
  visibilityState: "visible" | "hidden" = "visible";

  show(visibilityState: "visible" | "hidden"): void {
    this.visibilityState = visibilityState;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let tab: Tab;
let closed: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  tab = new Tab();
  closed = new AbortController();
  vi.stubGlobal("document", tab);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Stream = Awaited<ReturnType<ConstructorParameters<typeof PlayableCopy>[0]["read"]>>;

function open(answer: () => Stream["copy"], ask: () => Promise<unknown> = async () => {}) {
  const read = vi.fn(
    async (): Promise<Stream> => ({ copy: answer(), copy_waits_until: null, width: 4, height: 3 }),
  );
  const onMade = vi.fn(async () => {});
  return { copy: new PlayableCopy({ read, ask, onMade, closed: closed.signal }), read, onMade };
}

test("asks more and more rarely while the copy waits, and stops when it is there", async () => {
  let state: Stream["copy"] = "waiting";
  const { copy, read, onMade } = open(() => state);
  await copy.read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(read).toHaveBeenCalledTimes(11);
  await vi.advanceTimersByTimeAsync(580_000);
  const before = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read.mock.calls.length - before).toBe(4);
  expect(onMade).not.toHaveBeenCalled();
  state = "there";
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onMade).toHaveBeenCalledTimes(1);
  expect(copy.originalSize).toEqual({ width: 4, height: 3 });
  const after = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(after);
});

test("asks nothing while the tab is hidden, and at once when it is shown again", async () => {
  const { copy, read } = open(() => "making");
  await copy.read();
  tab.show("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  tab.show("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(2);
});

test("asks nothing after the video was closed", async () => {
  const { copy, read } = open(() => "making");
  await copy.read();
  closed.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  tab.show("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test("says why the service makes no copy", async () => {
  const full = new Refusal(429, "The service has copied enough today.");
  const { copy, read } = open(
    () => "none",
    () => Promise.reject(full),
  );
  await copy.make();
  expect(copy.refusal.value).toBe("The service has copied enough today.");
  expect(read).not.toHaveBeenCalled();
});

test("asks again after a question that got no answer", async () => {
  let calls = 0;
  const { copy } = open(() => {
    calls += 1;
    if (calls === 2) throw new TypeError("no network");
    return "waiting";
  });
  await copy.read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toBeGreaterThan(2);
});
