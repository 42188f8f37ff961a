import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sequenceParameters } from "../../../../shared/media/read/sequence-parameters.ts";

const annexB = (hex: string) => Buffer.from(`00000001${hex}`, "hex");

/**
 * Parameter sets that x264 and x265 wrote, each from its start code to the next one. x265 keeps at least two pictures
 * more than it reorders.
 */
test.each([
  ["avc", "8 bit", "6742c028d900780227e584000003000400000300c83c60c920", 1920, 1088, 1, 8, 3],
  ["avc", "two fields a frame", "67640028acd94078044fdc20000003002000000643e2c5b2c0", 1920, 1088, 1, 8, 4],
  ["avc", "baseline", "6742c01edb0280bfe584000003000400000300c83c58bb80", 640, 368, 1, 8, 2],
  ["avc", "4:4:4", "67f4001e919b301405ff13080000030008000003019078b16cd0", 640, 368, 3, 8, 5],
  ["avc", "4:2:2, 10 bit", "677a001eb6cd980a02ff8984000003000400000300c83c58b668", 640, 368, 2, 10, 5],
  ["avc", "grey", "6764001ef3660280bfe261000003000100000300320f162d9a", 640, 368, 0, 8, 5],
  [
    "hevc",
    "8 bit",
    "420101016000000300900000030000030078a003c0801107cb965664a4c2e68080000003008000000c84",
    1920,
    1088,
    1,
    8,
    4,
  ],
  [
    "hevc",
    "4:2:2, 10 bit, layers in time",
    "4201040408000003009d0800000300005d0000b00280802d13659594aca5654a4c2e6808000003000800000300c840",
    1280,
    720,
    2,
    10,
    4,
  ],
  [
    "hevc",
    "4:4:4, 12 bit",
    "420101040800000300980800000300003f9000a0402e3e24a52dd25261734040000003004000000642",
    640,
    368,
    3,
    12,
    2,
  ],
] as const)("reads a parameter set of %s: %s", (codec, _, hex, width, height, chroma, depth, kept) => {
  const found = sequenceParameters(codec, undefined, annexB(hex));
  expect(found).toEqual([{ width, height, chroma, depth, kept }]);
});

describe("an H.264 parameter set with every optional field", () => {
  const scaling = fc.array(fc.integer({ min: -128, max: 127 }), { minLength: 64, maxLength: 64 });
  const set = fc.record({
    chroma: fc.nat({ max: 3 }),
    depth: fc.integer({ min: 8, max: 14 }),
    lists: fc.option(fc.array(fc.option(scaling), { minLength: 12, maxLength: 12 })),
    order: fc.oneof(
      fc.constant([0, 4]),
      fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 20 }).map((offsets) => [1, ...offsets]),
      fc.constant([2]),
    ),
    kept: fc.nat({ max: 16 }),
    macroblocks: fc.tuple(fc.integer({ min: 1, max: 512 }), fc.integer({ min: 1, max: 270 })),
    hasFields: fc.boolean(),
  });

  test("is read as it was written", () => {
    fc.assert(
      fc.property(set, (given) => {
        const [columns, rows] = given.macroblocks;
        const [width, height] = [columns * 16, rows * 16 * (given.hasFields ? 2 : 1)];
        const { chroma, depth, kept } = given;
        const unit = withEmulationPrevention(write(given));
        expect(sequenceParameters("avc", undefined, annexB(unit.toString("hex")))).toEqual([
          { width, height, chroma, depth, kept },
        ]);
      }),
    );
  });

  function write({ chroma, depth, lists, order, kept, macroblocks, hasFields }: Written): Buffer {
    const [columns, rows] = macroblocks;
    const [orderType = 0, ...orderFields] = order;
    const bits = [
      "01100111".concat("11110100", "00000000", "00111100", unsigned(0), unsigned(chroma)),
      chroma === 3 ? "0" : "",
      unsigned(depth - 8),
      unsigned(depth - 8),
      lists === null ? "00" : "01",
      ...(lists ?? []).slice(0, chroma === 3 ? 12 : 8).map((list, index) => {
        return list === null ? "0" : `1${scalingList(list.slice(0, index < 6 ? 16 : 64))}`;
      }),
      unsigned(3),
      unsigned(orderType),
      orderType === 0 ? orderFields.map(unsigned).join("") : "",
      orderType === 1 ? `0${signed(1)}${signed(2)}${unsigned(orderFields.length)}` : "",
      orderType === 1 ? orderFields.map(signed).join("") : "",
      unsigned(kept),
      "0",
      unsigned(columns - 1),
      unsigned(rows - 1),
      hasFields ? "0" : "1",
    ].join("");
    return Buffer.from(
      bits
        .concat("1")
        .match(/.{1,8}/g)
        ?.map((byte) => parseInt(byte.padEnd(8, "0"), 2)) ?? [],
    );
  }
  type Written = typeof set extends fc.Arbitrary<infer T> ? T : never;
});

test.each(["avc", "hevc"] as const)(
  "throws a RangeError for a parameter set of %s that ends early",
  (codec) => {
    const type = codec === "avc" ? "67" : "4201";
    expect(() => sequenceParameters(codec, undefined, annexB(`${type}64001e`))).toThrow(RangeError);
    expect(() => sequenceParameters(codec, Buffer.of(1, 0, 0, 0, 0, 1, 0), Buffer.of())).toThrow(RangeError);
  },
);

/** Returns the bits of a scaling list, which ends with the first coefficient of zero. */
function scalingList(deltas: readonly number[]): string {
  let last = 8;
  let bits = "";
  for (const delta of deltas) {
    bits += signed(delta);
    last = (last + delta + 256) % 256;
    if (last === 0) break;
  }
  return bits;
}

/** Returns the Exp-Golomb code of a value. */
function unsigned(value: number): string {
  const digits = (value + 1).toString(2);
  return digits.padStart(2 * digits.length - 1, "0");
}

function signed(value: number): string {
  return unsigned(value > 0 ? 2 * value - 1 : -2 * value);
}

function withEmulationPrevention(unit: Buffer): Buffer {
  const bytes: number[] = [];
  for (const byte of unit) {
    if (byte <= 3 && bytes.at(-1) === 0 && bytes.at(-2) === 0) bytes.push(3);
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
