import { expect, test } from "vitest";
import { acceptAll, acceptExcept, rejected, siteOnMemory } from "../support/site-on-memory.ts";

test("sets a rejected start aside with its stream and the reason, and sends the other streams", async () => {
  const site = siteOnMemory(
    acceptExcept(({ body, method }) => {
      const url = (body as { stream_url?: string } | undefined)?.stream_url;
      return method === "POST" && url === "bad" ? rejected(400, "/body/stream_url: no") : undefined;
    }),
  );
  const body = { capturesource: 1, startTime: "2026-03-01T06:00:00.000Z" };
  site.queue.recordStart("a", { stream_url: "bad", ...body });
  site.detect("a");
  site.start("b");
  await site.sendDue();
  expect(site.filesIn("/q/rejected")).toEqual(["a.problem", "a"]);
  expect(site.disk.fs.readFileSync("/q/rejected/a.problem", "utf8")).toContain("/body/stream_url: no");
  expect(site.waiting()).toEqual([]);
  // The recorder does not know of the rejection and continues.
  site.detect("a");
  site.end("a");
  expect(site.filesIn("/q/rejected/a").length).toBe(4);
});

test("sets aside an event that is not readable", async () => {
  const site = siteOnMemory(acceptAll());
  site.start("a");
  site.detect("a");
  const fs = site.disk.fs;
  fs.closeSync(fs.openSync("/q/streams/a/000000002-detection-00000000.json", "w"));
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
  expect(site.filesIn("/q/rejected/a").length).toBe(2);
});

test("keeps an event that the disk fails to read, and sends the other streams", async () => {
  const site = siteOnMemory(acceptAll());
  const { readFileSync } = site.disk.fs;
  site.start("a");
  site.start("b");
  await site.sendDue();
  for (const stream of ["a", "b"]) site.detect(stream);
  Object.assign(site.disk.fs, {
    readFileSync(file: string) {
      if (file.includes("/a/")) throw Object.assign(new Error("i/o error"), { code: "EIO" });
      return readFileSync(file, "utf8");
    },
  });
  await site.sendDue();
  expect(site.waiting()).toEqual(["a detection"]);
});

test("keeps a start that gets a 404, which means that the address of the API is wrong", async () => {
  const site = siteOnMemory(() => rejected(404, "There is nothing at this path for this method."));
  site.start("a");
  expect(await site.pass()).toMatchObject({ blocked: true, problem: expect.stringContaining("404") });
  expect(site.waiting()).toEqual(["a start"]);
});

test("keeps a start whose time is in the service's future, and sends it when that time has come", async () => {
  const startMs = Date.parse("2026-03-01T06:00:00.000Z");
  const site = siteOnMemory(
    acceptExcept(() =>
      site.nowMs < startMs
        ? rejected(400, "Must not be after now", ["/body/startTime"], site.nowMs)
        : undefined,
    ),
  );
  site.nowMs = startMs - 5000;
  site.start("a");
  await site.sendDue();
  expect(site.waiting()).toEqual(["a start"]);
  site.nowMs = startMs + 5000;
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
});
