import { describe, expect, test } from "vitest";
import {
  acceptAll,
  acceptExcept,
  busy,
  isBatch,
  itemsOf,
  siteOnMemory,
} from "../../support/site-on-memory.ts";

describe("the events of a stream", () => {
  test("are sent in the order in which they were recorded, with the detections of all streams in one batch", async () => {
    const site = siteOnMemory(acceptAll());
    site.start("a");
    site.detect("a");
    site.detect("a");
    site.end("a");
    site.start("b");
    site.detect("b");
    await site.sendDue();
    expect(site.lines()).toEqual([
      "POST /videostreams/live",
      "POST /videostreams/live",
      "POST /annotations/batch",
      "PATCH /videostreams/1/live",
    ]);
    const [batch = []] = site.sent.filter(isBatch).map(itemsOf);
    expect(batch.map((item) => item["videostreamId"])).toEqual([1, 1, 2]);
    expect(site.waiting()).toEqual([]);
  });

  test("keep their idempotency key and body when they are sent again", async () => {
    let tries = 0;
    const site = siteOnMemory(acceptExcept(() => (++tries < 4 ? busy("request") : undefined)));
    site.start("a");
    for (let hours = 0; hours < 8; hours += 1, site.nowMs += 3_600_000) await site.sendDue();
    expect(site.sent.length).toBe(4);
    expect(new Set(site.sent.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(site.sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("include no end for a finished recording", async () => {
    const site = siteOnMemory(acceptAll());
    const times = { startTime: "2026-03-01T06:00:00.000Z", endTime: "2026-03-01T06:00:10.000Z" };
    site.queue.recordStart("clip", { stream_url: "s3://b/1", capturesource: 1, ...times });
    site.detect("clip");
    expect(() => site.end("clip")).toThrow("is a finished recording");
    await site.sendDue();
    expect(site.lines()).toEqual(["POST /videostreams", "POST /annotations/batch"]);
  });

  test("do not delay other streams while they wait for a retry", async () => {
    const site = siteOnMemory(
      acceptExcept(({ method }) => (method === "PATCH" ? busy("request") : undefined)),
    );
    site.start("a");
    site.end("a");
    site.detect("a");
    site.start("b");
    site.detect("b");
    await site.sendDue();
    expect(site.waiting()).toEqual(["a end", "a detection"]);
  });
});
