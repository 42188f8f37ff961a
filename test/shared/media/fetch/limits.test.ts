import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { type FetchLimits, jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { answer, type RawServer, startRawServer } from "./raw-server.ts";

/** Serves 1000 bytes at every path except /away, /endless and /silent. */
let source: RawServer;
let before = 0;
beforeAll(async () => {
  source = await startRawServer((socket, { path }) => {
    if (path === "/away") socket.end(answer(302, ["Location: /"]));
    else if (path === "/endless") {
      socket.write("HTTP/1.1 200 X\r\n\r\n");
      const more = () => {
        if (socket.writable) socket.write("x".repeat(1024), more);
      };
      more();
    } else if (path !== "/silent") socket.end(answer(200, [], "a".repeat(1000)));
  });
});
beforeEach(() => {
  before = source.connections();
});
afterAll(() => source.close());

function fetcher(limits: Partial<FetchLimits>) {
  const get = guardedFetch({
    allowedOrigins: [source.origin],
    meter: startMeter({ ...jobLimits.clip, idleMs: 60_000, totalMs: 60_000, ...limits }),
  });
  return async (path: string, signal?: AbortSignal) => {
    const response = await get(source.origin + path, signal ? { signal } : {});
    return (await response.arrayBuffer()).byteLength;
  };
}

describe("the requests of a job", () => {
  test("stop when a response exceeds the job's limit of bytes", async () => {
    const get = fetcher({ maxBytes: 2500 });
    expect(await get("/")).toBe(1000);
    expect(await get("/")).toBe(1000);
    await expect(get("/")).rejects.toMatchObject({ reason: "over-limit" });
    await expect(get("/")).rejects.toMatchObject({ reason: "over-limit" });
    expect(source.connections()).toBe(before + 3);
    await source.idle();
  });

  test("may use the job's limit of bytes up to the last byte", async () => {
    const get = fetcher({ maxBytes: 2000 });
    expect((await get("/")) + (await get("/"))).toBe(2000);
  });

  test("share the limit of bytes when they run concurrently", async () => {
    const get = fetcher({ maxBytes: 300_000 });
    const both = await Promise.allSettled([get("/endless"), get("/endless")]);
    expect(both).toMatchObject([{ reason: { reason: "over-limit" } }, { reason: { reason: "over-limit" } }]);
    await source.idle();
  });

  test("share the limit of requests, which counts redirects, too", async () => {
    const get = fetcher({ maxRequests: 3 });
    expect(await get("/away")).toBe(1000);
    expect(await get("/")).toBe(1000);
    await expect(get("/")).rejects.toMatchObject({ reason: "over-limit" });
    expect(source.connections()).toBe(before + 3);
  });

  test("are not sent after the job's limit of time", async () => {
    const get = fetcher({ totalMs: 150 });
    await expect(get("/silent")).rejects.toMatchObject({ reason: "out-of-time" });
    await expect(get("/")).rejects.toMatchObject({ reason: "out-of-time" });
    expect(source.connections()).toBe(before + 1);
    await source.idle();
  });

  test("do not count towards the limits of another job", async () => {
    await expect(fetcher({ maxBytes: 10 })("/")).rejects.toMatchObject({ reason: "over-limit" });
    expect(await fetcher({ maxBytes: 1000 })("/")).toBe(1000);
  });
});

describe("an abort by the caller", () => {
  test("before the request prevents it", async () => {
    await expect(fetcher({})("/", AbortSignal.abort("enough"))).rejects.toBe("enough");
    expect(source.connections()).toBe(before);
  });

  test.each(["/silent", "/endless"])(
    "during the request of %s closes the connection without affecting later requests",
    async (path) => {
      const get = fetcher({ maxBytes: Number.MAX_SAFE_INTEGER });
      const stop = new AbortController();
      const stopped = get(path, stop.signal);
      await expect.poll(() => source.connections()).toBe(before + 1);
      stop.abort(new Error("enough"));
      await expect(stopped).rejects.toThrow("enough");
      await source.idle();
      expect(await get("/")).toBe(1000);
    },
  );

  test("in the middle of the body closes the connection, as does cancelling the body", async () => {
    const get = guardedFetch({ allowedOrigins: [source.origin], meter: startMeter(jobLimits.clip) });
    const stop = new AbortController();
    // mediabunny stops reading in this way.
    const one = await get(`${source.origin}/endless`, { signal: stop.signal });
    const reader = one.body?.getReader();
    await reader?.read();
    stop.abort();
    await source.idle();
    await expect(reader?.read()).rejects.toMatchObject({ name: "AbortError" });
    const other = await get(`${source.origin}/endless`);
    await other.body?.cancel();
    await source.idle();
  });

  test("after the unread body has arrived makes reading it fail", async () => {
    const get = guardedFetch({ allowedOrigins: [source.origin], meter: startMeter(jobLimits.clip) });
    const stop = new AbortController();
    const response = await get(`${source.origin}/`, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(response.text()).rejects.toThrow("enough");
  });

  test("after the end of the request has no effect", async () => {
    const stop = new AbortController();
    expect(await fetcher({})("/", stop.signal)).toBe(1000);
    stop.abort();
    await source.idle();
  });
});
