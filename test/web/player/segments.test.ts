import type { EncodedPacket } from "mediabunny";
import { beforeAll, expect, test } from "vitest";
import { FrameClock } from "../../../web/picture/frame-clock.ts";
import { SegmentBytes } from "../../../web/player/segments/segment-bytes.ts";
import { SegmentList } from "../../../web/player/segments/segment-list.ts";
import { Segments } from "../../../web/player/segments/segments.ts";
import { type Pack, type Placed, packOf, partOf, playlistOf, serve, timesIn } from "./packs.ts";

const startMs = Date.UTC(2026, 2, 1);

let first: Pack;
let second: Pack;
let small: Pack;
beforeAll(async () => {
  const both = await packOf({ timesMs: Array.from({ length: 120 }, (_, n) => n * 40) });
  first = partOf(both, 0, 6);
  second = partOf(both, 6);
  small = await packOf({ width: 160, height: 90, bFrames: 0, timesMs: uneven() });
});

function uneven(): number[] {
  return Array.from({ length: 60 }, (_, n) => n * 40 + 8 * (n % 3) + 0.4 * (n % 2));
}

/** Opens segments. `now` are the packs that have arrived; tests may change it. */
async function open(packs: readonly Placed[], isLive = true, isComplete = true) {
  const now = { packs, isComplete };
  const { requests, fetchBytes } = serve(() => now.packs);
  const list: SegmentList = new SegmentList(
    async () => ({
      text: playlistOf(now.packs, startMs, now.isComplete),
      startMs: isLive ? startMs : undefined,
    }),
    (fromMs, untilMs) => clock.grow(fromMs / 1000, untilMs / 1000),
  );
  const segments = new Segments(list, new SegmentBytes(list, fetchBytes));
  const clock = new FrameClock(0, (from, to) => segments.stretch(from, to), undefined, 1);
  await list.poll();
  return { now, list, segments, clock, requests };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function framesOf({ clock }: Opened): Promise<number[]> {
  const times: number[] = [];
  for (let frame = await clock.load(0); ; frame = await clock.step(frame, 1)) {
    if (frame.time === times.at(-1)) return times;
    times.push(frame.time);
  }
}

/** Returns all packets from the group of a time on, up to the first one that is not there yet. */
async function packetsFrom({ segments }: Opened, seconds: number): Promise<EncodedPacket[]> {
  const key = await segments.keyBefore(seconds);
  const packets: EncodedPacket[] = [];
  if (key === undefined) return packets;
  for await (const packet of segments.from(key)) {
    if (packet === undefined) break;
    packets.push(packet);
  }
  return packets;
}

const sorted = (packets: readonly EncodedPacket[]) =>
  packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b);

test("a copy: frames and packets have the times of its segments, which count from the start of the video", async () => {
  const placed = [
    { pack: first, url: "https://host/1?signed", zeroMs: 0 },
    { pack: second, url: "https://host/2?signed", zeroMs: 0 },
  ];
  const opened = await open(placed, false);
  const times = timesIn(placed);
  expect(await framesOf(opened)).toEqual(times);
  for (const seconds of [0, 0.3, 0.48, 1.21, 2.47, 2.48, 4.8, 99]) {
    const packets = await packetsFrom(opened, seconds);
    const key = packets[0];
    expect(key?.type).toBe("key");
    expect(sorted(packets)).toEqual(times.filter((time) => time >= (key?.timestamp ?? 0)));
    expect(key?.timestamp).toBeLessThanOrEqual(Math.max(seconds, times[0] ?? 0));
  }
  // Both pieces are encoded alike, so the decoder goes on.
  const keys = (await packetsFrom(opened, 0)).filter(({ type }) => type === "key");
  expect(new Set(keys.map((key) => opened.segments.configOf(key))).size).toBe(1);
  expect((await opened.segments.keyAfter(keys[5] as EncodedPacket))?.timestamp).toBe(keys[6]?.timestamp);
  expect(await opened.segments.keyAfter(keys[11] as EncodedPacket)).toBeUndefined();
});

test("live packs: times count from the start of the stream; another head is another configuration; gaps are known", async () => {
  const placed = [
    { pack: first, url: "https://host/1", zeroMs: 1213 },
    { pack: small, url: "https://host/2", zeroMs: 63_001 },
  ];
  const opened = await open(placed);
  const times = timesIn(placed);
  expect(await framesOf(opened)).toEqual(times);
  const packets = await packetsFrom(opened, 0);
  expect(sorted(packets)).toEqual(times);
  const keys = packets.filter(({ type }) => type === "key");
  const configs = [...new Set(keys.map((key) => opened.segments.configOf(key)))];
  expect(configs.map(({ codedWidth }) => codedWidth)).toEqual([320, 160]);
  expect(opened.segments.gapUntil(2)).toBeUndefined();
  expect(opened.segments.gapUntil(10)).toBe(63.001);
  expect(opened.segments.gapUntil(64)).toBeUndefined();
  expect((await opened.segments.keyBefore(30))?.timestamp).toBe(keys[5]?.timestamp);
});

test("a gap that fills later has all its frames", async () => {
  const placed = [0, 2400, 4800].map((zeroMs, i) => ({ pack: first, url: `https://host/${i}`, zeroMs }));
  const opened = await open(placed.filter((_, i) => i !== 1));
  expect(await framesOf(opened)).toEqual(timesIn(placed.filter((_, i) => i !== 1)));
  opened.now.packs = placed;
  await opened.list.poll();
  expect(await framesOf(opened)).toEqual(timesIn(placed));
  expect(opened.segments.gapUntil(3)).toBeUndefined();
});

test("while a copy grows, packets wait for the next segment, and the last frame is another one then", async () => {
  const placed = [
    { pack: first, url: "https://host/1", zeroMs: 0 },
    { pack: second, url: "https://host/2", zeroMs: 0 },
  ];
  const opened = await open(placed.slice(0, 1), false, false);
  const before = await opened.clock.load(99);
  expect(before.time).toBe(timesIn(placed.slice(0, 1)).at(-1));
  const seen: (number | undefined)[] = [];
  const key = await opened.segments.keyBefore(2);
  const reading = (async () => {
    if (key) for await (const packet of opened.segments.from(key)) seen.push(packet?.timestamp);
  })();
  // Two groups, and nothing more yet.
  await expect.poll(() => seen.length).toBe(21);
  expect(seen.at(-1)).toBeUndefined();
  opened.now.packs = placed;
  opened.now.isComplete = true;
  await opened.list.poll();
  await reading;
  expect(seen.filter((time) => time !== undefined).sort((a, b) => a - b)).toEqual(timesIn(placed).slice(40));
  expect((await opened.clock.load(99)).time).toBe(timesIn(placed).at(-1));
  // Closing ends the wait.
  opened.list.close();
});

test("keeps 20 segments, and reads each of them once", async () => {
  const placed = Array.from({ length: 4 }, (_, i) => ({
    pack: first,
    url: `https://host/${i}`,
    zeroMs: i * 2400,
  }));
  const opened = await open(placed);
  await framesOf(opened);
  const total = () => [...opened.requests.values()].reduce((sum, count) => sum + count, 0);
  // 24 segments of four heads.
  expect(total()).toBe(28);
  await packetsFrom(opened, 8);
  expect(total()).toBe(28);
  await opened.segments.keyBefore(0.1);
  expect(total()).toBe(29);
});

test("reads the playlist anew when an address has expired", async () => {
  const opened = await open([{ pack: first, url: "https://host/1?old", zeroMs: 0 }], false);
  opened.now.packs = [{ pack: first, url: "https://host/1?new", zeroMs: 0 }];
  expect(await framesOf(opened)).toEqual(timesIn(opened.now.packs));
  // The head and the first segment.
  expect(opened.requests.get("https://host/1?old")).toBe(2);
});

test("what is read ahead and given up is read again by those who need it", async () => {
  const opened = await open([{ pack: first, url: "https://host/1", zeroMs: 0 }]);
  const key = await opened.segments.keyBefore(0);
  if (key === undefined) throw new Error("There is no key.");
  const packets = opened.segments.from(key);
  await packets[Symbol.asyncIterator]().next();
  opened.segments.leave();
  expect(sorted(await packetsFrom(opened, 0))).toEqual(timesIn(opened.now.packs));
});
