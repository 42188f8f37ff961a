import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listSetAside, retrySetAside } from "../../../camera-site/queue/set-aside.mjs";
import { siteCommand } from "../../support/site-command.ts";

test("lists the events that were set aside and the reasons, and puts the events back into the queue", () => {
  const site = siteCommand();
  onTestFinished(() => site.remove());
  const { root } = site;
  const queue = site.queue();
  const outbox = site.outbox();
  site.start("a");
  site.start("b");
  queue.recordDetection("b", { n: 1 });
  outbox.accepted("b", "start", 7);
  outbox.setAside("b", outbox.streams()[1]?.waiting[0]?.file ?? "", { status: 400, detail: "no" });
  outbox.setStreamAside("a", { status: 400, detail: "never" });
  queue.recordDetection("a", { n: 2 });
  expect(site.waiting()).toEqual([]);
  expect(listSetAside(root)).toMatchObject([
    { what: "a", events: 2, why: "400: never" },
    { what: expect.stringMatching(/^b\/.*detection/), events: 1, why: "400: no" },
  ]);
  expect(retrySetAside(root)).toBe(2);
  expect(site.waiting()).toEqual(["a start", "a detection", "b detection"]);
  expect(readdirSync(path.join(root, "rejected"))).toEqual([]);
});
