import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Pictures } from "../../../web/player/decoder.ts";
import { type Behaviour, groupLength, packetsOf, timeOf, useFakeDecoder } from "./fake-decoder.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Takes and closes all pictures. @returns their times */
async function takeAll(pictures: Pictures, count = Number.POSITIVE_INFINITY): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const picture = await pictures.next();
    if (picture === undefined) break;
    // The decoder got it an hour later.
    expect(picture.image.timestamp / 1e6 - 3600).toBeCloseTo(picture.time, 5);
    times.push(picture.time);
    picture.image.close();
  }
  return times;
}

function begin(behaviour: Behaviour, groups = 6) {
  const decoder = useFakeDecoder(behaviour);
  const { packets, times } = packetsOf(groups);
  const holes: [number, number][] = [];
  const pictures = new Pictures(packets, (from, until) => holes.push([from, until]));
  return { ...decoder, times, holes, pictures };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test.for<[string, Behaviour]>([
  ["a decoder that holds pictures back", { holds: 3 }],
  ["a decoder that holds none back", { holds: 0, swaps: true }],
  ["a decoder that swaps pictures", { holds: 1, swaps: true }],
])("%s: returns all pictures from a time on, in order, each with its own time", async ([, behaviour]) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 6 * groupLength - 1 }), async (first) => {
      const { pictures, times, open } = begin(behaviour);
      pictures.from(timeOf(first));
      expect(await takeAll(pictures)).toEqual(times.slice(first));
      expect([open.size, pictures.hasEnded]).toEqual([0, true]);
    }),
    { numRuns: 20 },
  );
});

test("a picture that the decoder loses shifts no other", async () => {
  const lost = [4, 5, 20].map(timeOf);
  const { pictures, times } = begin({ loses: (time) => lost.some((each) => Math.abs(each - time) < 1e-5) });
  pictures.from(0);
  expect(await takeAll(pictures)).toEqual(times.filter((time) => !lost.includes(time)));
});

test("decodes only a few pictures ahead, and closes all of them", async () => {
  const { pictures, open } = begin({});
  pictures.from(0);
  await expect.poll(() => pictures.ready).toBeGreaterThanOrEqual(6);
  await settled();
  expect([pictures.ready, open.size]).toEqual([6, 6]);
  pictures.from(timeOf(30));
  await takeAll(pictures, 3);
  pictures.close();
  await settled();
  expect(open.size).toBe(0);
});

test("a decoder that is taken away is replaced, and no picture is missing or comes twice", async () => {
  const { pictures, times, made, open, holes } = begin({});
  pictures.from(0);
  const seen = [...(await takeAll(pictures, 15))];
  await settled();
  made.at(-1)?.takeAway();
  await settled();
  // A paused video needs no decoder.
  expect(made).toHaveLength(1);
  seen.push(...(await takeAll(pictures, 12)));
  made.at(-1)?.takeAway();
  seen.push(...(await takeAll(pictures)));
  expect(seen).toEqual(times);
  expect([made.length, open.size, holes]).toEqual([3, 0, []]);
});

test("a group that only the software decoder can decode is complete", async () => {
  const { pictures, times, holes } = begin({
    failsAt: (time, { hardwareAcceleration }) =>
      Math.abs(time - timeOf(22)) < 1e-5 && hardwareAcceleration !== "prefer-software",
  });
  pictures.from(0);
  expect(await takeAll(pictures)).toEqual(times);
  expect(holes).toEqual([]);
});

test("after a damaged packet, goes on with the next group and reports the hole", async () => {
  const { pictures, times, holes, open } = begin({ failsAt: (time) => Math.abs(time - timeOf(22)) < 1e-5 });
  pictures.from(0);
  const seen = await takeAll(pictures);
  const next = 3 * groupLength;
  expect(seen.filter((time) => time >= timeOf(next))).toEqual(times.slice(next));
  expect(seen.filter((time) => time < timeOf(2 * groupLength))).toEqual(times.slice(0, 2 * groupLength));
  const last = seen.findLast((time) => time < timeOf(next)) ?? 0;
  expect(holes).toEqual([[expect.closeTo(last, 4), timeOf(next)]]);
  expect(open.size).toBe(0);
  // A time in the damaged group: the next picture that can be decoded.
  pictures.from(timeOf(23));
  expect(await takeAll(pictures, 1)).toEqual([timeOf(next)]);
  pictures.close();
});

test("gives up if no group can be decoded", async () => {
  const { pictures, open } = begin({ failsAt: () => true }, 20);
  pictures.from(0);
  await expect(pictures.next()).rejects.toThrow("The decoder fails.");
  expect(open.size).toBe(0);
});

test("when bytes cannot be read, returns the pictures before them, and then throws", async () => {
  useFakeDecoder();
  let isOffline = true;
  const { packets, times } = packetsOf(6, ({ timestamp }) => {
    if (isOffline && timestamp > 0.8) throw new Error("offline");
  });
  const pictures = new Pictures(packets, () => {});
  pictures.from(0);
  const seen: number[] = [];
  await expect(async () => {
    for (;;) seen.push(...(await takeAll(pictures, 1)));
  }).rejects.toThrow("offline");
  expect(seen).toEqual(times.slice(0, seen.length));
  isOffline = false;
  pictures.from(0);
  expect(await takeAll(pictures)).toEqual(times);
});

test("another time ends the wait for the next picture", async () => {
  const { pictures, times } = begin({});
  pictures.from(timeOf(40));
  const waiting = pictures.next();
  pictures.from(timeOf(3));
  expect(await waiting).toBeUndefined();
  expect(await takeAll(pictures, 5)).toEqual(times.slice(3, 8));
  expect(pictures.position).toBe(timeOf(7));
});

test("another encoding: the decoder returns what it has, and is configured anew", async () => {
  const { configs, open } = useFakeDecoder({ holds: 3 });
  const { packets, times } = packetsOf(6);
  const [large, small] = [
    { codec: "avc1", codedWidth: 1920 },
    { codec: "avc1", codedWidth: 640 },
  ];
  const pictures = new Pictures(
    { ...packets, configOf: ({ timestamp }) => (timestamp < timeOf(3 * groupLength) ? large : small) },
    () => {},
  );
  pictures.from(0);
  expect(await takeAll(pictures)).toEqual(times);
  expect(configs).toEqual([large, small]);
  expect(open.size).toBe(0);
});

test("where the video waits for its next part, all pictures before it come", async () => {
  useFakeDecoder({ holds: 3 });
  const { packets, times } = packetsOf(4);
  let arrive = () => {};
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pictures = new Pictures(
    {
      ...packets,
      async *from(key) {
        for await (const packet of packets.from(key)) {
          if (packet?.timestamp === timeOf(2 * groupLength)) {
            yield undefined;
            await arriving;
          }
          yield packet;
        }
      },
    },
    () => {},
  );
  pictures.from(0);
  expect(await takeAll(pictures, 2 * groupLength)).toEqual(times.slice(0, 2 * groupLength));
  arrive();
  expect(await takeAll(pictures)).toEqual(times.slice(2 * groupLength));
});
