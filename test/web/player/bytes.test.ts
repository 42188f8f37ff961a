import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Bytes } from "../../../web/player/bytes.ts";

const kilobyte = 1024;
const file = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31 + (i >> 8)) & 255);

afterEach(() => {
  vi.useRealTimers();
});

type Habits = {
  /** `false`: the host ignores ranges. */
  readonly hasRanges?: boolean;
  /** `false`: it does not tell lengths. */
  readonly hasLength?: boolean;
  /** Called before each request. Its errors are those of the request. */
  readonly before?: () => void;
  /** Returns the length after which a connection breaks. */
  readonly breaksAfter?: () => number;
};

/** A host of the file, which sends chunks of 10,000 bytes when they are asked for. */
function host({ hasRanges = true, hasLength = true, before, breaksAfter }: Habits = {}) {
  const taken = { requests: 0, bytes: 0, open: 0, maxOpen: 0 };
  const fetchBytes = async (_: unknown, init?: RequestInit): Promise<Response> => {
    taken.requests++;
    before?.();
    const [, from] = /^bytes=(\d+)-$/.exec(new Headers(init?.headers).get("Range") ?? "") ?? [];
    const start = hasRanges ? Number(from) : 0;
    const breaks = start + (breaksAfter?.() ?? Number.POSITIVE_INFINITY);
    let at = start;
    taken.open++;
    taken.maxOpen = Math.max(taken.maxOpen, taken.open);
    init?.signal?.addEventListener("abort", () => taken.open--, { once: true });
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (init?.signal?.aborted) return controller.error(init.signal.reason);
          if (at >= breaks) return controller.error(new TypeError("The network is down."));
          const chunk = file.slice(at, at + 10_000);
          at += chunk.length;
          taken.bytes += chunk.length;
          if (chunk.length === 0) controller.close();
          else controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    const headers: Record<string, string> = hasLength ? { "Content-Length": `${file.length - start}` } : {};
    if (hasRanges) headers["Content-Range"] = `bytes ${start}-${file.length - 1}/${file.length}`;
    return new Response(body, { status: hasRanges ? 206 : 200, headers });
  };
  return { taken, bytes: new Bytes("https://host/a.mp4", fetchBytes) };
}

const part = fc
  .tuple(fc.integer({ min: 0, max: file.length - 1 }), fc.integer({ min: 1, max: 200_000 }))
  .map(([start, length]) => [start, Math.min(file.length, start + length)] as const);

test.for<[string, Habits]>([
  ["a host with ranges", {}],
  ["a host without ranges", { hasRanges: false }],
])("%s: reads any parts at the same time, by at most two requests", async ([, habits]) => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      const { bytes, taken } = host(habits);
      expect(await bytes.size()).toBe(file.length);
      const read = await Promise.all(parts.map(([start, end]) => bytes.read(start, end)));
      for (const [i, [start, end]] of parts.entries()) {
        expect(Buffer.compare(read[i] ?? new Uint8Array(), file.subarray(start, end))).toBe(0);
      }
      expect(taken.maxOpen).toBeLessThanOrEqual(2);
      bytes.close();
      expect(taken.open).toBe(0);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test("reads on by the same request, and not much farther than the bytes that are needed", async () => {
  const { bytes, taken } = host();
  await bytes.size();
  for (let at = 0; at < 500 * kilobyte; at += 20 * kilobyte) await bytes.read(at, at + 20 * kilobyte);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken.requests).toBe(1);
  expect(taken.bytes).toBeLessThan(500 * kilobyte + 1024 * kilobyte + 50_000);
  // What was read is not requested again.
  await bytes.read(0, 400 * kilobyte);
  expect(taken.requests).toBe(1);
  bytes.close();
});

test("gives up reading ahead when the reader leaves, but brings what somebody waits for", async () => {
  const { bytes, taken } = host();
  await bytes.read(0, 100);
  expect(taken.open).toBe(1);
  bytes.leave();
  expect(taken.open).toBe(0);
  const waiting = bytes.read(1_000_000, 1_300_000);
  bytes.leave();
  expect(Buffer.compare(await waiting, file.subarray(1_000_000, 1_300_000))).toBe(0);
  bytes.close();
});

test("goes on where a connection broke", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { bytes, taken } = host({ breaksAfter: () => (taken.requests < 3 ? 100_000 : file.length) });
  const reading = bytes.read(0, 400_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(Buffer.compare(await reading, file.subarray(0, 400_000))).toBe(0);
  expect(taken.requests).toBe(3);
  bytes.close();
});

test("throws the host's error after three attempts, and tries again at the next call", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let isDown = true;
  const { bytes, taken } = host({
    before: () => {
      if (isDown) throw new TypeError("Failed to fetch");
    },
  });
  const reading = expect(bytes.size()).rejects.toThrow("Failed to fetch");
  await vi.advanceTimersByTimeAsync(5000);
  await reading;
  expect(taken.requests).toBe(3);
  isDown = false;
  expect(await bytes.size()).toBe(file.length);
  bytes.close();
});

test("throws if the host does not tell the length of the file", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { bytes } = host({ hasRanges: false, hasLength: false });
  const reading = expect(bytes.size()).rejects.toThrow("length");
  await vi.advanceTimersByTimeAsync(5000);
  await reading;
});

test("closing ends a reader that waits", async () => {
  const { bytes } = host();
  const reading = expect(bytes.read(2_000_000, 2_500_000)).rejects.toThrow();
  bytes.close();
  await reading;
});
