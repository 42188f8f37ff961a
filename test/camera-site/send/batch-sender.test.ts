import { expect, test } from "vitest";
import {
  acceptAll,
  acceptExcept,
  done,
  isBatch,
  itemsOf,
  rejected,
  siteOnMemory,
} from "../../support/site-on-memory.ts";

const pastEnd = (i: number) => ({
  status: 400,
  problem: {
    type: "invalid-request",
    detail: "`timespan.end` must be within the stream, which is 00:00:01.000 long.",
    errors: [{ pointer: `/body/${i}/timespan/end`, detail: "Must lie within" }],
  },
});
const batchSizes = (site: ReturnType<typeof siteOnMemory>) =>
  site.sent.filter(isBatch).map((request) => itemsOf(request).length);

test("sends the same idempotency key for a repeated detector key only within a stream", async () => {
  const site = siteOnMemory(acceptAll());
  for (const stream of ["a", "b"]) {
    site.start(stream);
    site.detect(stream, "frame 1");
    site.detect(stream, "frame 1");
    site.detect(stream);
  }
  await site.sendDue();
  const keys = site.sent.filter(isBatch).flatMap((request) => itemsOf(request).map((i) => i.idempotency_key));
  expect(keys.length).toBe(6);
  expect(new Set(keys).size).toBe(4);
  expect(keys).toContain("1/frame 1");
});

test("sends at most 500 detections and at most a megabyte in one batch", async () => {
  const site = siteOnMemory(acceptAll());
  site.start("a");
  for (let n = 0; n < 501; n += 1) site.detect("a");
  for (let n = 0; n < 3; n += 1) site.queue.recordDetection("a", { observer: "x".repeat(400_000) });
  await site.sendDue();
  expect(batchSizes(site)).toEqual([500, 3, 1]);
});

test("sets aside a detection past the stream's end", async () => {
  const site = siteOnMemory(
    acceptExcept((request) =>
      isBatch(request) ? done(itemsOf(request).map((_, i) => pastEnd(i))) : undefined,
    ),
  );
  site.start("a");
  site.end("a");
  site.detect("a");
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
  expect(site.filesIn("/q/rejected/a")).toEqual([
    expect.stringMatching(/-detection-.*\.problem$/),
    expect.stringMatching(/-detection-.*\.json$/),
  ]);
});

test("halves a rejected batch until only the bad detection is set aside", async () => {
  const site = siteOnMemory(
    acceptExcept((request) => {
      const bad = isBatch(request) && itemsOf(request).some(({ idempotency_key: key }) => key === "1/bad");
      return bad ? rejected(413, "A request may have 10 MB.") : undefined;
    }),
  );
  site.start("a");
  for (let n = 0; n < 20; n += 1) site.detect("a", n === 13 ? "bad" : undefined);
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
  expect(site.filesIn("/q/rejected/a").length).toBe(2);
});

test("sends again only the detections for which the service had no time", async () => {
  let first = true;
  const problem = { type: "unavailable", detail: "There was no time left for this item." };
  const site = siteOnMemory(
    acceptExcept((request) => {
      if (!isBatch(request) || !first) return undefined;
      first = false;
      return done(
        itemsOf(request).map((_, i) => (i < 2 ? { status: 200, id: i + 1 } : { status: 503, problem })),
      );
    }),
  );
  site.start("a");
  for (let n = 0; n < 5; n += 1) site.detect("a");
  await site.sendDue();
  site.nowMs += 3_600_000;
  await site.sendDue();
  expect(batchSizes(site)).toEqual([5, 3]);
  expect(site.waiting()).toEqual([]);
});

test("waits for Retry-After once, however many detections it sends again", async () => {
  let answers = 0;
  const problem = { type: "unavailable", detail: "There was no time left for this item." };
  const site = siteOnMemory(
    acceptExcept((request) => {
      if (!isBatch(request) || ++answers > 1) return undefined;
      const made = (i: number) => (i < 10 ? { status: 200, id: i + 1 } : { status: 503, problem });
      return done(
        itemsOf(request).map((_, i) => made(i)),
        7000,
      );
    }),
  );
  for (const stream of ["a", "b"]) {
    site.start(stream);
    for (let n = 0; n < 10; n += 1) site.detect(stream);
  }
  await site.sendDue();
  const begunMs = site.nowMs;
  while (batchSizes(site).length < 2) {
    site.nowMs += 100;
    await site.sendDue();
  }
  // Retry-After, and half a second: a first retry waits up to 1 s more, and `random` returns 0.5.
  expect(site.nowMs - begunMs).toBe(7500);
  await site.sendDue();
  expect(batchSizes(site)).toEqual([20, 10]);
});
