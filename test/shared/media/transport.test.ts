import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type FetchLimits, jobLimits, startMeter } from "../../../shared/media/fetch-limits.ts";
import { guardedFetch } from "../../../shared/media/guarded-fetch.ts";
import { type RawServer, startRawServer } from "./raw-server.ts";
import { sourceScripts } from "./source-scripts.ts";

let source: RawServer;
beforeAll(async () => {
  source = await startRawServer((socket, request) => sourceScripts[request.path.slice(1)]?.(socket, request));
});
// Whatever happened, no connection is left: this waits for the last to close.
afterEach(() => source.idle());
afterAll(() => source.close());

/** No test of these is to wait for a limit that it does not set. */
const long: FetchLimits = { ...jobLimits.still, idleMs: 60_000, totalMs: 60_000 };

function fetcher(limits: Partial<FetchLimits> = {}) {
  const get = guardedFetch({ allowedOrigins: [source.origin], meter: startMeter({ ...long, ...limits }) });
  return (path: string, init?: RequestInit) => get(`${source.origin}/${path}`, init);
}

describe("a source that behaves", () => {
  test.each([
    ["whole", 200, "a".repeat(1000)],
    ["encodedIdentity", 200, "plain"],
    ["part", 206, "cde"],
    ["unsized", 200, "until the end"],
    ["error", 503, "later"],
    ["early", 200, "after hints"],
    ["longer", 200, "abc"],
    ["redirectBody", 200, "a".repeat(1000)],
  ])("%s: status %i and the body", async (path, status, body) => {
    const response = await fetcher()(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });

  test("is sent the Range and nothing else that the caller gave", async () => {
    const headers = { Range: "bytes=2-4", Authorization: "Bearer x", Cookie: "a=b", "X-Secret": "x" };
    const response = await fetcher()("part", { headers });
    expect(await response.text()).toBe("cde");
    expect(response.headers.get("content-range")).toBe("bytes 2-4/1000");
    const names = source.heads.at(-1)?.match(/^[\w-]+(?=: )/gm);
    expect(names?.sort()).toEqual(["Accept-Encoding", "Connection", "Host", "Range", "User-Agent"].sort());
    expect(source.heads.at(-1)).toContain("Range: bytes=2-4\r\n");
    expect(source.heads.at(-1)).toContain("Connection: close\r\n");
    expect(source.heads.at(-1)).toContain("Accept-Encoding: identity\r\n");
  });

  test("passes on the headers of the body alone, and bytes that are no Buffer", async () => {
    const response = await fetcher()("whole");
    expect([...response.headers.keys()]).toEqual(["content-length", "content-type"]);
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(value?.constructor).toBe(Uint8Array);
    await source.idle();
  });
});

describe("a source that does not", () => {
  test.each([
    ["closes", "unreachable"],
    ["resets", "unreachable"],
    ["closesInHead", "unreachable"],
    ["shorter", "unreachable"],
    ["resetsInBody", "unreachable"],
    ["endsInChunk", "unreachable"],
    ["badChunk", "bad-answer"],
    ["noHttp", "bad-answer"],
    ["badLength", "bad-answer"],
    ["twoLengths", "bad-answer"],
    ["smuggled", "bad-answer"],
    ["bigHead", "bad-answer"],
    ["gzip", "bad-answer"],
    ["doubleEncoded", "bad-answer"],
    ["noContent", "bad-answer"],
    ["notModified", "bad-answer"],
    ["switches", "unreachable"],
    ["status999", "bad-answer"],
  ])("%s: %s", async (path, reason) => {
    await expect(read(fetcher()(path))).rejects.toMatchObject({ name: "SourceError", reason });
  });

  test.each(["silent", "silentBody", "trickledHead", "hints"])(
    "%s: given up after the idle time",
    async (path) => {
      await expect(read(fetcher({ idleMs: 100 })(path))).rejects.toMatchObject({ reason: "unreachable" });
    },
  );

  test.each(["silent", "silentBody", "trickle", "trickledHead", "endless"])(
    "%s: out of time",
    async (path) => {
      await expect(
        read(fetcher({ totalMs: 200, maxBytes: Number.MAX_SAFE_INTEGER })(path)),
      ).rejects.toMatchObject({ reason: "out-of-time" });
    },
  );

  test("nobody listens: unreachable", async () => {
    const gone = await startRawServer(() => {});
    await gone.close();
    const get = guardedFetch({ allowedOrigins: [gone.origin], meter: startMeter(long) });
    await expect(get(gone.origin)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("https where no TLS is spoken: unreachable", async () => {
    const origin = source.origin.replace("http:", "https:");
    const get = guardedFetch({ allowedOrigins: [origin], meter: startMeter({ ...long, idleMs: 100 }) });
    await expect(get(origin)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("silence counts only while it is waited for: a slow reader loses nothing", async () => {
    const response = await fetcher({ idleMs: 150 })("whole");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await response.text()).toHaveLength(1000);
  });
});

async function read(response: Promise<Response>): Promise<string> {
  return (await response).text();
}
