import { expect, test } from "vitest";
import { wrongCount } from "../../../shared/file-head/mp4-counts.ts";

function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([numbers(content.length + 8), Buffer.from(type, "latin1"), content]);
}

/** Returns numbers of four bytes. */
function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
}

/** Returns a table: its version, the number of its entries, and their numbers. */
const table = (type: string, count: number, ...values: readonly number[]) =>
  box(type, numbers(0, count, ...values));
const track = (...tables: readonly Buffer[]) => box("trak", box("mdia", box("minf", box("stbl", ...tables))));
const file = (mediaBytes: number, ...tracks: readonly Buffer[]) =>
  Buffer.concat([
    box("ftyp", Buffer.from("mp42")),
    box("mdat", Buffer.alloc(mediaBytes)),
    box("moov", ...tracks),
  ]);

const checked = (bytes: Buffer) =>
  wrongCount(async (position, length) => bytes.subarray(position, position + length), bytes.length);

const sizes = (count: number) => box("stsz", numbers(0, 0, count), Buffer.alloc(4 * count, 1));
const huge = 0xffffffff;

test.each<[string, Buffer]>([
  [
    "that is correct",
    file(
      300,
      track(sizes(3), table("stts", 1, 3, 40), table("stsc", 1, 1, 3, 1), table("ctts", 2, 1, 80, 2, 0)),
    ),
  ],
  ["with a few samples too many", file(300, track(sizes(3), table("stts", 1, 5, 40)))],
  // Each sample has one byte, of which there is no table.
  [
    "of uncompressed sound",
    file(
      500_000,
      track(table("stsz", 1, 480_000), table("stts", 1, 480_000, 1), table("stsc", 1, 1, 480_000, 1)),
    ),
  ],
  [
    "of compressed sound beside a video",
    file(9000, track(sizes(90)), track(table("stsz", 1, 4000), table("stts", 1, 4000, 1))),
  ],
  [
    "of a fragmented video, whose tables are empty",
    file(0, track(table("stsz", 0, 0), table("stts", 0), table("stsc", 0), table("stco", 0))),
  ],
  ["with more entries than the table has bytes", file(300, track(sizes(3), table("stts", huge, 3, 40)))],
  ["that another type of file has not", Buffer.from("No video. ".repeat(1000))],
])("an index %s is accepted", async (_, bytes) => {
  expect(await checked(bytes)).toBeUndefined();
});

test.each<[string, Buffer]>([
  ["durations", file(300, track(sizes(3), table("stts", 1, huge, 40)))],
  ["offsets", file(300, track(sizes(3), table("ctts", 1, huge, 40)))],
  [
    "offsets in a second table",
    file(300, track(sizes(3), table("ctts", 1, 3, 40), table("ctts", 1, huge, 40))),
  ],
  ["offsets in a second track", file(300, track(sizes(3)), track(sizes(3), table("ctts", 1, huge, 40)))],
  ["samples of a chunk", file(300, track(sizes(3), table("stsc", 2, 1, 3, 1, 2, huge, 1)))],
  [
    "offsets in many entries",
    file(300, track(sizes(3), table("ctts", 100, ...Array.from({ length: 200 }, () => 2 ** 25)))),
  ],
  [
    "offsets, after an announcement of as many sizes",
    file(300, track(table("stsz", 0, huge), table("ctts", 1, huge, 40))),
  ],
  [
    "offsets, after one size for as many samples",
    file(300, track(table("stsz", 1, huge), table("ctts", 1, huge, 40))),
  ],
])("an index with too many %s is refused", async (_, bytes) => {
  expect(await checked(bytes)).toMatch(
    /^The table (stts|ctts|stsc) counts \d{8,} samples, and there are \d+\.$/,
  );
});

test("a long table of offsets is read to its end, in parts", async () => {
  const count = 200_000;
  const entries = Buffer.concat(Array.from({ length: count }, () => numbers(1, 40)));
  const bytes = (last: number) =>
    file(300, track(sizes(count), box("ctts", numbers(0, count + 1), entries, numbers(last, 40))));
  let longest = 0;
  const check = (all: Buffer) =>
    wrongCount(async (position, length) => {
      longest = Math.max(longest, length);
      return all.subarray(position, position + length);
    }, all.length);
  expect(await check(bytes(1))).toBeUndefined();
  expect(await check(bytes(huge))).toMatch(/^The table ctts counts/);
  expect(longest).toBeLessThan(2 ** 20);
});
