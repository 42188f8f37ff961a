import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matroskaTime } from "../../../shared/file-head/matroska-time.ts";
import { mp4Time } from "../../../shared/file-head/mp4-time.ts";
import { maxVisited, type ReadAt } from "../../../shared/file-head/read-at.ts";

/** Returns a function that reads bytes like a file, and the number of its reads. */
function fileOf(bytes: Buffer) {
  const reads = { count: 0 };
  const read: ReadAt = async (position, length) => {
    reads.count += 1;
    return bytes.subarray(position, position + length);
  };
  return { read, reads };
}

function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([long(content.length + 8), Buffer.from(type, "latin1"), content]);
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const secondsTo1970 = 2_082_844_800;
const seconds = Date.parse("2026-03-01T06:30:15Z") / 1000;
const mvhd = (value: Buffer, version = 0) =>
  box("mvhd", Buffer.of(version, 0, 0, 0), value, Buffer.alloc(90));
const movie = (...boxes: readonly Buffer[]) =>
  Buffer.concat([box("ftyp", Buffer.from("mp42")), box("moov", ...boxes)]);
const key = "com.apple.quicktime.creationdate";
/** Metadata keys as a phone writes them. The second one is the key of the time. */
const keys = box("keys", long(0), long(2), box("mdta", Buffer.from("com.x")), box("mdta", Buffer.from(key)));
const values = (time: string) =>
  box(
    "ilst",
    box("\0\0\0\u0001", box("data", long(1), long(0), Buffer.from("x"))),
    box("\0\0\0\u0002", box("data", long(1), long(0), Buffer.from(time))),
  );
const appleBoxes = (time: string) => [box("hdlr", Buffer.alloc(25)), keys, values(time)];
const mp4 = (localMs: number) => ({ from: "mp4", localMs, offsetMinutes: 0 });

describe("the time of an MP4 file", () => {
  test.each([
    ["is read from 32 bits", movie(mvhd(long(seconds + secondsTo1970))), mp4(seconds * 1000)],
    [
      "is read from 64 bits",
      movie(mvhd(Buffer.concat([long(0), long(seconds + secondsTo1970)]), 1)),
      mp4(seconds * 1000),
    ],
    ["may be counted from 1970 instead of 1904", movie(mvhd(long(seconds))), mp4(seconds * 1000)],
    ["is undefined if it is not set", movie(mvhd(long(0))), undefined],
    [
      "is read from a key in QuickTime's form",
      movie(mvhd(long(0)), box("meta", ...appleBoxes("2026-03-01T08:30:15+0200"))),
      { from: "apple", localMs: (seconds + 7200) * 1000, offsetMinutes: 120 },
    ],
    [
      "is read from a key in ISO's form",
      movie(box("meta", long(0), ...appleBoxes("2026-03-01T06:30:15Z"))),
      { from: "apple", localMs: seconds * 1000, offsetMinutes: 0 },
    ],
    [
      "is read from a key without a zone",
      movie(box("meta", ...appleBoxes("2026-03-01T06:30:15.5"))),
      { from: "apple", localMs: seconds * 1000 + 500 },
    ],
    ["is undefined without an index", box("ftyp", Buffer.from("mp42")), undefined],
  ])("%s", async (_, bytes, recorded) => {
    expect(await mp4Time(fileOf(bytes).read)).toEqual(recorded);
  });

  test("is found after media of more than 4 GiB", async () => {
    const large = 2 ** 40;
    const media = Buffer.concat([long(1), Buffer.from("mdat"), long(large / 2 ** 32), long(0)]);
    const index = movie(mvhd(long(seconds)));
    const read: ReadAt = async (position, length) =>
      position < large
        ? media.subarray(position, position + length)
        : index.subarray(position - large, position - large + length);
    expect(await mp4Time(read)).toEqual(mp4(seconds * 1000));
  });
});

describe("the time of a Matroska file", () => {
  const element = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id, "hex"), Buffer.of(0x80 + content.length), content]);
  const date = (nanoseconds: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(nanoseconds);
    return element("4461", bytes);
  };
  const head = element("1a45dfa3", Buffer.alloc(20));
  /** Returns a segment of unknown size, as live recorders write it. */
  const segment = (...contents: readonly Buffer[]) =>
    Buffer.concat([head, Buffer.from("1853806701ffffffffffffff", "hex"), ...contents]);
  const info = (...contents: readonly Buffer[]) => element("1549a966", Buffer.concat(contents));
  const since2001 = BigInt(seconds * 1000 - Date.UTC(2001, 0, 1)) * 1_000_000n + 250_000_000n;

  test.each([
    [
      "is its DateUTC",
      segment(element("114d9b74", Buffer.alloc(9)), info(element("2ad7b1", long(1)), date(since2001))),
    ],
    ["may be missing", segment(info(element("2ad7b1", long(1))), element("1f43b675", Buffer.alloc(5)))],
    [
      "is not searched for after the first cluster",
      segment(element("1f43b675", Buffer.alloc(5)), info(date(since2001))),
    ],
  ])("%s", async (title, bytes) => {
    const expected = { from: "matroska", localMs: seconds * 1000 + 250, offsetMinutes: 0 };
    expect(await matroskaTime(fileOf(bytes).read)).toEqual(title.startsWith("is its") ? expected : undefined);
  });
});

describe.each([
  ["MP4", mp4Time, movie(mvhd(long(seconds)), box("meta", ...appleBoxes("2026-03-01T08:30:15+0200")))],
  ["Matroska", matroskaTime, Buffer.from("1a45dfa380185380678d1549a9668844618800000000000000", "hex")],
] as const)("hostile %s files", (_, timeOf, good) => {
  test("cause no error and few reads if they are damaged", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(good.length),
        async (changes, length) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          const { read, reads } = fileOf(bytes.subarray(0, length));
          await timeOf(read);
          expect(reads.count).toBeLessThan(100);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("are not read completely if they have a million empty boxes or elements", async () => {
    const empty = timeOf === mp4Time ? box("free") : Buffer.of(0xec, 0x80);
    const { read, reads } = fileOf(Buffer.alloc(empty.length * 1_000_000, empty));
    expect(await timeOf(read)).toBeUndefined();
    expect(reads.count).toBeLessThanOrEqual(maxVisited + 1);
  });
});
