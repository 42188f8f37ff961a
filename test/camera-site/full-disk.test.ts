import { expect, test } from "vitest";
import { acceptAll, rejected, siteOnMemory } from "../support/site-on-memory.ts";

test("while the disk is full, new events are rejected, and recorded events are kept and sent", async () => {
  const site = siteOnMemory(acceptAll());
  site.start("a");
  site.detect("a");
  for (const room of [0, 1, 50]) {
    site.disk.bytesLeft = room;
    expect(() => site.detect("a")).toThrow(
      "NOT recorded: the disk is full. Events recorded before are safe.",
    );
    expect(() => site.start("b")).toThrow("the disk is full");
    expect(site.waiting()).toEqual(["a start", "a detection"]);
    expect(site.filesIn("/q/tmp")).toEqual([]);
  }
  site.disk.bytesLeft = 0;
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
  site.disk.bytesLeft = 1000;
  site.end("a");
  expect(site.waiting()).toEqual(["a end"]);
});

test("while the disk is full, a rejected event is set aside without the reason", async () => {
  const site = siteOnMemory(() => rejected(400, "no"));
  site.start("a");
  site.disk.bytesLeft = 0;
  await site.sendDue();
  expect(site.filesIn("/q/rejected")).toEqual(["a"]);
  expect(site.logged.join()).toContain("set aside: no");
});
