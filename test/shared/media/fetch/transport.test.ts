import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { type FetchLimits, jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { type RawServer, startRawServer } from "./raw-server.ts";
import { sourceScripts } from "./source-scripts.ts";

let source: RawServer;
beforeAll(async () => {
  source = await startRawServer((socket, request) => sourceScripts[request.path.slice(1)]?.(socket, request));
});
// No test may leave a connection open: this waits until all are closed.
afterEach(() => source.idle());
afterAll(() => source.close());

/** Limits so high that a test reaches only those that it sets itself. */
const longLimits: FetchLimits = { ...jobLimits.still, idleMs: 60_000, totalMs: 60_000 };

function fetcher(limits: Partial<FetchLimits> = {}) {
  const meter = startMeter({ ...longLimits, ...limits });
  const get = guardedFetch({ allowedOrigins: [source.origin], meter });
  return (path: string, init?: RequestInit) => get(`${source.origin}/${path}`, init);
}

describe("a fetch", () => {
  test.each([
    ["whole", 200, "a".repeat(1000)],
    ["encodedIdentity", 200, "plain"],
    ["part", 206, "cde"],
    ["unsized", 200, "until the end"],
    ["error", 503, "later"],
    ["early", 200, "after hints"],
    ["longer", 200, "abc"],
    ["redirectBody", 200, "a".repeat(1000)],
  ])("of /%s returns status %i and the body", async (path, status, body) => {
    const response = await fetcher()(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });

  test("sends none of the caller's headers except Range", async () => {
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

  test("returns only headers about the body, and the body as Uint8Array instead of Buffer", async () => {
    const response = await fetcher()("whole");
    expect([...response.headers.keys()]).toEqual(["content-length", "content-type"]);
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(value?.constructor).toBe(Uint8Array);
    await source.idle();
  });

  test("waits for a slow reader longer than the idle time", async () => {
    const response = await fetcher({ idleMs: 150 })("whole");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await response.text()).toHaveLength(1000);
  });
});

describe("a fetch from an invalid source", () => {
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
  ])("at /%s fails as %s", async (path, reason) => {
    await expect(read(fetcher()(path))).rejects.toMatchObject({ name: "SourceError", reason });
  });

  test.each(["silent", "silentBody", "trickledHead", "hints"])(
    "at /%s fails as unreachable after the idle time",
    async (path) => {
      await expect(read(fetcher({ idleMs: 100 })(path))).rejects.toMatchObject({ reason: "unreachable" });
    },
  );

  test.each(["silent", "silentBody", "trickle", "trickledHead", "endless"])(
    "at /%s fails as out of time after the total time",
    async (path) => {
      await expect(
        read(fetcher({ totalMs: 200, maxBytes: Number.MAX_SAFE_INTEGER })(path)),
      ).rejects.toMatchObject({ reason: "out-of-time" });
    },
  );

  test("at a closed port fails as unreachable", async () => {
    const closed = await startRawServer(() => {});
    await closed.close();
    const get = guardedFetch({ allowedOrigins: [closed.origin], meter: startMeter(longLimits) });
    await expect(get(closed.origin)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("over https fails as unreachable if the source does not speak TLS", async () => {
    const origin = source.origin.replace("http:", "https:");
    const meter = startMeter({ ...longLimits, idleMs: 100 });
    const get = guardedFetch({ allowedOrigins: [origin], meter });
    await expect(get(origin)).rejects.toMatchObject({ reason: "unreachable" });
  });
});

async function read(response: Promise<Response>): Promise<string> {
  return (await response).text();
}
