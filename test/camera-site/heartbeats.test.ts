import { expect, test } from "vitest";
import { acceptAll, acceptExcept, rejected, siteOnMemory } from "../support/site-on-memory.ts";

const heartbeats = (site: ReturnType<typeof siteOnMemory>) =>
  site.lines().filter((line) => line.startsWith("PUT"));

test("sends a fresh heartbeat of a live stream once", async () => {
  const site = siteOnMemory(acceptAll());
  site.nowMs = 0;
  site.start("a");
  site.queue.recordHeartbeat("a");
  await site.sendDue();
  await site.sendDue();
  expect(heartbeats(site)).toEqual(["PUT /videostreams/1/live"]);
  site.end("a");
  site.queue.recordHeartbeat("a");
  await site.sendDue();
  expect(heartbeats(site).length).toBe(1);
});

test("does not send a heartbeat that is an hour old", async () => {
  const site = siteOnMemory(acceptAll());
  site.nowMs = 3_600_000;
  site.start("a");
  site.queue.recordHeartbeat("a");
  await site.sendDue();
  expect(heartbeats(site)).toEqual([]);
});

test("sends a stream's end even if its heartbeat was rejected", async () => {
  const site = siteOnMemory(
    acceptExcept(({ method }) => (method === "PUT" ? rejected(409, "has ended") : undefined)),
  );
  site.nowMs = 0;
  site.start("a");
  site.queue.recordHeartbeat("a");
  await site.sendDue();
  site.end("a");
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
});
