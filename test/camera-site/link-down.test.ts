import { describe, expect, test } from "vitest";
import { acceptAll, acceptExcept, busy, done, siteOnMemory } from "../support/site-on-memory.ts";

const streams = ["a", "b", "c", "d", "e", "f"];

describe("while the link is down, the sender", () => {
  test("sends one small request in each pass, with growing waits, until the link is up", async () => {
    const site = siteOnMemory(acceptAll());
    for (const stream of streams) site.start(stream);
    site.link.down = busy("link");
    const waitsMs = [];
    for (let n = 0; n < 12; n += 1) {
      const { waitMs = 0, problem } = await site.pass();
      expect(problem).toBe("busy");
      waitsMs.push(waitMs);
      site.nowMs += waitMs;
    }
    // Each wait is half of its maximum, because the random number of this site is always 0.5.
    expect(waitsMs.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(waitsMs.at(-1)).toBe(150_000);
    expect(site.link.requests).toBe(12);
    site.link.down = undefined;
    await site.sendDue();
    expect(site.waiting()).toEqual([]);
  });

  test("sends nothing before Retry-After has passed", async () => {
    const site = siteOnMemory(acceptAll());
    site.start("a");
    site.link.down = busy("link", 20_000);
    expect((await site.pass()).waitMs).toBe(20_500);
    site.nowMs += 20_000;
    await site.pass();
    expect(site.link.requests).toBe(1);
  });
});

test("a refused key is reported even if the queue is empty", async () => {
  const site = siteOnMemory(acceptAll());
  site.link.down = { kind: "blocked", reason: "401: revoked" };
  expect(await site.pass()).toMatchObject({ blocked: true, problem: "401: revoked" });
  expect(site.link.requests).toBe(1);
});

test("a server that accepts requests without a key is not taken for the service", async () => {
  const site = siteOnMemory(acceptAll());
  site.start("a");
  site.link.down = done({});
  expect(await site.pass()).toMatchObject({ blocked: true, problem: expect.stringContaining("--api") });
  expect(site.waiting()).toEqual(["a start"]);
});

test("events are recorded but not sent while the key is refused, and all of them are sent with a valid key", async () => {
  let valid = false;
  const site = siteOnMemory(
    acceptExcept(() => (valid ? undefined : { kind: "blocked", reason: "401: revoked" })),
  );
  for (const stream of streams) site.start(stream);
  expect(await site.pass()).toMatchObject({ blocked: true, problem: "401: revoked" });
  expect(site.sent.length).toBeLessThanOrEqual(4);
  site.end("a");
  expect((await site.pass()).waitMs).toBeGreaterThan(0);
  valid = true;
  site.nowMs += 300_000;
  await site.sendDue();
  expect(site.waiting()).toEqual([]);
  expect(site.filesIn("/q/rejected")).toEqual([]);
});
