import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cleanUp } from "../../../camera-site/queue/clean-up.mjs";
import { siteCommand } from "../../support/site-command.ts";

const dayMs = 24 * 3_600_000;

test("removes old temporary files and streams that finished 91 days ago, but no live or unsent ones", () => {
  const site = siteCommand();
  onTestFinished(() => site.remove());
  const queue = site.queue();
  const outbox = site.outbox();
  for (const stream of ["finished", "live", "new", "waits"]) {
    site.start(stream);
    outbox.accepted(stream, "start", 7);
    if (stream === "live") continue;
    queue.recordEnd(stream, "2026-03-01T07:00:00.000Z");
    const [next] = outbox.streams().find(({ name }) => name === stream)?.waiting ?? [];
    if (next) outbox.ended(stream, next.file);
  }
  queue.recordDetection("waits", { n: 1 });
  writeFileSync(path.join(site.root, "tmp", "half-written"), "{");
  const oldS = (Date.now() - 92 * dayMs) / 1000;
  for (const old of ["streams/finished", "streams/waits", "streams/live", "tmp/half-written"]) {
    utimesSync(path.join(site.root, old), oldS, oldS);
  }
  cleanUp(site.root, Date.now());
  expect(readdirSync(path.join(site.root, "streams"))).toEqual(["live", "new", "waits"]);
  expect(readdirSync(path.join(site.root, "tmp"))).toEqual([]);
});
