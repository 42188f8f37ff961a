import { describe, expect, test } from "vitest";
import type { Outcome, Request } from "../../../examples/camera-site/exchange.mjs";
import { busy, done, type Item, never, siteOnMemory, takesAll } from "../../support/site-on-memory.ts";

const isBatch = ({ path }: Request) => path === "/annotations/batch";
const itemsOf = ({ body }: Request) => body as Item[];
const pastEnd = (i: number) => ({
  status: 400,
  problem: {
    type: "invalid-request",
    detail: "Must lie within the stream, which is 00:00:01.000 long",
    errors: [{ pointer: `/body/${i}/timespan/end`, detail: "Must lie within" }],
  },
});

/** Answers by the first rule that has one, else as a service that takes everything. */
function rules(rule: (request: Request) => Outcome | undefined) {
  const rest = takesAll();
  return (request: Request) => rule(request) ?? rest(request);
}

describe("a stream's events", () => {
  test("go in the order in which they were recorded, detections of all streams together", async () => {
    const site = siteOnMemory(takesAll());
    site.start("a");
    site.detect("a");
    site.detect("a");
    site.end("a");
    site.start("b");
    site.detect("b");
    await site.settle();
    expect(site.lines()).toEqual([
      "POST /videostreams/live",
      "POST /videostreams/live",
      "POST /annotations/batch",
      "PATCH /videostreams/1/live",
    ]);
    expect(
      site.sent.map(
        (request) => isBatch(request) && itemsOf(request).map((item) => item["videostreamId"]),
      )[2],
    ).toEqual([1, 1, 2]);
    expect(site.waiting()).toEqual([]);
  });

  test("carry the same key and body however often they are sent", async () => {
    let tries = 0;
    const site = siteOnMemory(rules(() => (++tries < 4 ? busy(false) : undefined)));
    site.start("a");
    for (let hours = 0; hours < 8; hours += 1, site.nowMs += 3_600_000) await site.settle();
    expect(site.sent.length).toBe(4);
    expect(new Set(site.sent.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(site.sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("of a finished recording need no end", async () => {
    const site = siteOnMemory(takesAll());
    const times = { startTime: "2026-03-01T06:00:00.000Z", endTime: "2026-03-01T06:00:10.000Z" };
    site.queue.recordStart("clip", { stream_url: "s3://b/1", capturesource: 1, ...times });
    site.detect("clip");
    expect(() => site.end("clip")).toThrow("had its end");
    await site.settle();
    expect(site.lines()).toEqual(["POST /videostreams", "POST /annotations/batch"]);
  });

  test("that wait hold up no other stream", async () => {
    const site = siteOnMemory(rules(({ method }) => (method === "PATCH" ? busy(false) : undefined)));
    site.start("a");
    site.end("a");
    site.detect("a");
    site.start("b");
    site.detect("b");
    await site.settle();
    expect(site.waiting()).toEqual(["a end", "a detection"]);
  });
});

describe("detections", () => {
  test("under one key of the detector are one, in each stream", async () => {
    const site = siteOnMemory(takesAll());
    for (const stream of ["a", "b"]) {
      site.start(stream);
      site.detect(stream, "frame 1");
      site.detect(stream, "frame 1");
      site.detect(stream);
    }
    await site.settle();
    const keys = site.sent
      .filter(isBatch)
      .flatMap((request) => itemsOf(request).map((item) => item.idempotency_key));
    expect(keys.length).toBe(6);
    expect(new Set(keys).size).toBe(4);
    expect(keys).toContain("1/frame 1");
  });

  test("go 500 at a time and a megabyte at most", async () => {
    const site = siteOnMemory(takesAll());
    site.start("a");
    for (let n = 0; n < 501; n += 1) site.detect("a");
    for (let n = 0; n < 3; n += 1) site.queue.recordDetection("a", { observer: "x".repeat(400_000) });
    await site.settle();
    expect(site.sent.filter(isBatch).map((request) => itemsOf(request).length)).toEqual([500, 3, 1]);
  });

  test("past the end are set aside", async () => {
    const site = siteOnMemory(
      rules((request) => (isBatch(request) ? done(itemsOf(request).map((_, i) => pastEnd(i))) : undefined)),
    );
    site.start("a");
    site.end("a");
    site.detect("a");
    await site.settle();
    expect(site.waiting()).toEqual([]);
    expect(site.setAside("/q/rejected/a")).toEqual([
      expect.stringMatching(/-detection-.*\.problem$/),
      expect.stringMatching(/-detection-.*\.json$/),
    ]);
  });

  test("one of which spoils the batch go in smaller ones, down to that one", async () => {
    const answer = rules((request) => {
      const spoilt = isBatch(request) && itemsOf(request).some(({ idempotency_key: key }) => key === "1/bad");
      return spoilt ? never(413, "A request may have 10 MB.") : undefined;
    });
    const site = siteOnMemory(answer);
    site.start("a");
    for (let n = 0; n < 20; n += 1) site.detect("a", n === 13 ? "bad" : undefined);
    await site.settle();
    expect(site.waiting()).toEqual([]);
    expect(site.setAside("/q/rejected/a").length).toBe(2);
  });

  test("that the service had no time for are sent again", async () => {
    let first = true;
    const problem = { type: "unavailable", detail: "There was no time left for this item." };
    const answer = rules((request) => {
      if (!isBatch(request) || !first) return undefined;
      first = false;
      return done(
        itemsOf(request).map((_, i) => (i < 2 ? { status: 200, id: i + 1 } : { status: 503, problem })),
      );
    });
    const site = siteOnMemory(answer);
    site.start("a");
    for (let n = 0; n < 5; n += 1) site.detect("a");
    await site.settle();
    site.nowMs += 3_600_000;
    await site.settle();
    expect(site.sent.filter(isBatch).map((request) => itemsOf(request).length)).toEqual([5, 3]);
    expect(site.waiting()).toEqual([]);
  });
});

describe("what the service will never take", () => {
  test("is set aside with its reason, with all of the stream when it is the start, and the rest goes on", async () => {
    const answer = rules(({ body, method }) => {
      const url = (body as { stream_url?: string } | undefined)?.stream_url;
      return method === "POST" && url === "bad" ? never(400, "/body/stream_url: no") : undefined;
    });
    const site = siteOnMemory(answer);
    const body = { capturesource: 1, startTime: "2026-03-01T06:00:00.000Z" };
    site.queue.recordStart("a", { stream_url: "bad", ...body });
    site.detect("a");
    site.start("b");
    await site.settle();
    expect(site.setAside()).toEqual(["a.problem", "a"]);
    expect(site.disk.fs.readFileSync("/q/rejected/a.problem", "utf8")).toContain("/body/stream_url: no");
    expect(site.waiting()).toEqual([]);
    // Its recorder knows nothing of it, and goes on.
    site.detect("a");
    site.end("a");
    expect(site.setAside("/q/rejected/a").length).toBe(4);
  });

  test("is set aside when it cannot even be read", async () => {
    const site = siteOnMemory(takesAll());
    site.start("a");
    site.detect("a");
    const fs = site.disk.fs;
    const file = "/q/streams/a/000000002-detection-00000000.json";
    fs.closeSync(fs.openSync(file, "w"));
    await site.settle();
    expect(site.waiting()).toEqual([]);
    expect(site.setAside("/q/rejected/a").length).toBe(2);
  });

  test("does not wait for a bad place on the disk", async () => {
    const site = siteOnMemory(takesAll());
    const { readFileSync } = site.disk.fs;
    site.start("a");
    site.start("b");
    await site.settle();
    for (const stream of ["a", "b"]) site.detect(stream);
    Object.assign(site.disk.fs, {
      readFileSync(file: string) {
        if (file.includes("/a/")) throw Object.assign(new Error("i/o error"), { code: "EIO" });
        return readFileSync(file, "utf8");
      },
    });
    await site.settle();
    expect(site.waiting()).toEqual(["a detection"]);
  });

  test("is not an address that is wrong for everything", async () => {
    const site = siteOnMemory(() => never(404, "There is nothing at this path for this method."));
    site.start("a");
    expect(await site.pass()).toMatchObject({ refused: true, problem: expect.stringContaining("404") });
    expect(site.waiting()).toEqual(["a start"]);
  });

  test("is not a start that is ahead of the service's clock: it waits until then", async () => {
    const startMs = Date.parse("2026-03-01T06:00:00.000Z");
    const site = siteOnMemory(
      rules(() =>
        site.nowMs < startMs
          ? never(400, "Must not be after now", ["/body/startTime"], site.nowMs)
          : undefined,
      ),
    );
    site.nowMs = startMs - 5000;
    site.start("a");
    await site.settle();
    expect(site.waiting()).toEqual(["a start"]);
    site.nowMs = startMs + 5000;
    await site.settle();
    expect(site.waiting()).toEqual([]);
  });
});

describe("a key that the service refuses", () => {
  test("stops the sending, not the recording, and a new one goes on", async () => {
    let holds = false;
    const site = siteOnMemory(rules(() => (holds ? undefined : { kind: "refused", reason: "401: revoked" })));
    for (const stream of ["a", "b", "c", "d", "e", "f"]) site.start(stream);
    expect(await site.pass()).toMatchObject({ refused: true, problem: "401: revoked" });
    expect(site.sent.length).toBeLessThanOrEqual(4);
    site.end("a");
    expect((await site.pass()).waitMs).toBeGreaterThan(0);
    holds = true;
    site.nowMs += 300_000;
    await site.settle();
    expect(site.waiting()).toEqual([]);
    expect(site.setAside()).toEqual([]);
  });
});

describe("a link that is down", () => {
  const streams = ["a", "b", "c", "d", "e", "f"];

  test("is tried ever more seldom, by one small request each time, until it is up", async () => {
    const site = siteOnMemory(takesAll());
    for (const stream of streams) site.start(stream);
    site.link.down = busy(true);
    const waitsMs = [];
    for (let n = 0; n < 12; n += 1) {
      const { waitMs = 0, problem } = await site.pass();
      expect(problem).toBe("busy");
      waitsMs.push(waitMs);
      site.nowMs += waitMs;
    }
    // Half of what it can be at most: that is what this site draws.
    expect(waitsMs.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(waitsMs.at(-1)).toBe(150_000);
    expect(site.link.tried).toBe(12);
    site.link.down = undefined;
    await site.settle();
    expect(site.waiting()).toEqual([]);
  });

  test("is tried when Retry-After has passed, not before", async () => {
    const site = siteOnMemory(takesAll());
    site.start("a");
    site.link.down = busy(true, 20_000);
    expect((await site.pass()).waitMs).toBe(20_500);
    site.nowMs += 20_000;
    await site.pass();
    expect(site.link.tried).toBe(1);
  });
});

describe("signs of life", () => {
  const alive = (site: ReturnType<typeof siteOnMemory>) =>
    site.lines().filter((line) => line.startsWith("PUT"));

  test("are sent once each, while they are fresh and the stream goes on", async () => {
    const site = siteOnMemory(takesAll());
    site.nowMs = 0;
    site.start("a");
    site.queue.markAlive("a");
    await site.settle();
    await site.settle();
    expect(alive(site)).toEqual(["PUT /videostreams/1/live"]);
    site.end("a");
    site.queue.markAlive("a");
    await site.settle();
    expect(alive(site).length).toBe(1);
  });

  test("that are old say nothing of now", async () => {
    const site = siteOnMemory(takesAll());
    site.nowMs = 3_600_000;
    site.start("a");
    site.queue.markAlive("a");
    await site.settle();
    expect(alive(site)).toEqual([]);
  });

  test("of a stream that somebody has ended are no failure", async () => {
    const site = siteOnMemory(
      rules(({ method }) => (method === "PUT" ? never(409, "has ended") : undefined)),
    );
    site.nowMs = 0;
    site.start("a");
    site.queue.markAlive("a");
    await site.settle();
    site.end("a");
    await site.settle();
    expect(site.waiting()).toEqual([]);
  });
});

describe("a full disk", () => {
  test("refuses what is new, keeps what is there, and can be emptied by sending", async () => {
    const site = siteOnMemory(takesAll());
    site.start("a");
    site.detect("a");
    for (const room of [0, 1, 50]) {
      site.disk.bytesLeft = room;
      expect(() => site.detect("a")).toThrow(
        "NOT recorded: the disk is full. All that was recorded before is safe.",
      );
      expect(() => site.start("b")).toThrow("the disk is full");
      expect(site.waiting()).toEqual(["a start", "a detection"]);
      expect(site.setAside("/q/tmp")).toEqual([]);
    }
    site.disk.bytesLeft = 0;
    await site.settle();
    expect(site.waiting()).toEqual([]);
    site.disk.bytesLeft = 1000;
    site.end("a");
    expect(site.waiting()).toEqual(["a end"]);
  });

  test("still sets aside, without a reason", async () => {
    const site = siteOnMemory(() => never(400, "no"));
    site.start("a");
    site.disk.bytesLeft = 0;
    await site.settle();
    expect(site.setAside()).toEqual(["a"]);
    expect(site.said.join()).toContain("set aside: no");
  });
});
