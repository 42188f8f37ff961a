import { type BitReader, bitReader } from "./bit-reader.ts";
import { nalUnits, withoutEmulationPrevention } from "./nal-units.ts";

/** Fields of the sequence parameter set (SPS) of a video in H.264 or HEVC that determine its decoder's memory. */
export type SequenceParameters = {
  readonly width: number;
  readonly height: number;
  /** Chroma format: 0 is grey, 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4. */
  readonly chroma: number;
  /** Bits per sample. */
  readonly depth: number;
  /** Number of decoded pictures that are kept because others refer to them or are shown before them. */
  readonly kept: number;
};

/** The profiles of H.264 whose parameters include chroma format and bit depth (ITU-T H.264, section 7.3.2.1.1). */
const profilesWithChroma: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** Maximum of `kept` in both standards. */
const maxKept = 16;

/** Maximum number of bytes to read of a set. The fields that are needed take fewer. */
const maxBytes = 4096;

/**
 * Reads all sequence parameter sets of a video.
 * @param description the decoder's configuration from the container (`avcC` or `hvcC`, ISO/IEC 14496-15). Without it,
 *   the parameters are in the key packet, after start codes (Annex B of the standards).
 * @throws RangeError when one of them is damaged
 */
export function sequenceParameters(
  codec: "avc" | "hevc",
  description: Buffer | undefined,
  keyPacket: Buffer,
): SequenceParameters[] {
  return nalUnits(codec, description, keyPacket)
    .filter(([first = 0]) => (codec === "avc" ? (first & 0x1f) === 7 : first >> 1 === 33))
    .map((unit) => {
      const reader = bitReader(withoutEmulationPrevention(unit.subarray(0, maxBytes)));
      return codec === "avc" ? readAvc(reader) : readHevc(reader);
    });
}

/** ITU-T H.264, section 7.3.2.1.1. */
function readAvc(reader: BitReader): SequenceParameters {
  reader.skip(8);
  const profile = reader.bits(8);
  reader.skip(16);
  reader.expGolomb();
  const [chroma, depth] = profilesWithChroma.includes(profile) ? readChroma(reader) : [1, 8];
  reader.expGolomb();
  skipPictureOrder(reader);
  const kept = Math.min(maxKept, reader.expGolomb());
  reader.skip(1);
  const width = 16 * (reader.expGolomb() + 1);
  const mapUnits = reader.expGolomb() + 1;
  // A map unit of a video that may have fields is two macroblocks high.
  const height = 16 * mapUnits * (reader.flag() ? 1 : 2);
  return { width, height, chroma, depth, kept };
}

function readChroma(reader: BitReader): [chroma: number, depth: number] {
  const chroma = reader.expGolomb();
  if (chroma === 3) reader.skip(1);
  const depth = 8 + Math.max(reader.expGolomb(), reader.expGolomb());
  reader.skip(1);
  if (reader.flag()) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
      if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return [chroma, depth];
}

/** ITU-T H.264, section 7.3.2.1.1.1. */
function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  for (let index = 0; index < size; index += 1) {
    const next = (last + signed(reader.expGolomb()) + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

function signed(code: number): number {
  return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.expGolomb();
  if (type === 0) reader.expGolomb();
  if (type !== 1) return;
  reader.skip(1);
  reader.expGolomb();
  reader.expGolomb();
  for (let left = reader.expGolomb(); left > 0; left -= 1) reader.expGolomb();
}

/** ITU-T H.265, section 7.3.2.2.1. */
function readHevc(reader: BitReader): SequenceParameters {
  reader.skip(16 + 4);
  const subLayers = reader.bits(3);
  reader.skip(1);
  skipProfileAndLevel(reader, subLayers);
  reader.expGolomb();
  const chroma = reader.expGolomb();
  if (chroma === 3) reader.skip(1);
  const [width, height] = [reader.expGolomb(), reader.expGolomb()];
  if (reader.flag()) for (let side = 0; side < 4; side += 1) reader.expGolomb();
  const depth = 8 + Math.max(reader.expGolomb(), reader.expGolomb());
  reader.expGolomb();
  let kept = 0;
  for (let layer = reader.flag() ? 0 : subLayers; layer <= subLayers; layer += 1) {
    kept = Math.min(maxKept, reader.expGolomb());
    reader.expGolomb();
    reader.expGolomb();
  }
  return { width, height, chroma, depth, kept };
}

/** ITU-T H.265, section 7.3.3. */
function skipProfileAndLevel(reader: BitReader, subLayers: number): void {
  const [profileBits, levelBits] = [88, 8];
  reader.skip(profileBits + levelBits);
  let bits = 0;
  for (let layer = 0; layer < subLayers; layer += 1) {
    bits += (reader.flag() ? profileBits : 0) + (reader.flag() ? levelBits : 0);
  }
  // With any layer, the flags are padded to eight layers.
  if (subLayers > 0) reader.skip(2 * (8 - subLayers));
  reader.skip(bits);
}
