/**
 * The units of a video in H.264 or HEVC that hold parameters: from the decoder's configuration (`avcC` or `hvcC`,
 * ISO/IEC 14496-15), or else from the key packet, where they follow start codes (Annex B of the standards).
 * @throws RangeError when the configuration is damaged
 */
export function nalUnits(
  codec: "avc" | "hevc",
  description: Buffer | undefined,
  keyPacket: Buffer,
): Buffer[] {
  if (description === undefined) return splitAtStartCodes(keyPacket);
  // H.264 needs only the sequence parameter sets, which come first.
  return codec === "avc"
    ? unitsOf(description, 6, description.readUInt8(5) & 0x1f).units
    : unitsOfHevc(description);
}

/** NAL units with a length of two bytes before each. */
function unitsOf(bytes: Buffer, from: number, count: number): { units: Buffer[]; end: number } {
  const units: Buffer[] = [];
  let end = from;
  for (let left = count; left > 0; left -= 1) {
    const start = end + 2;
    end = start + bytes.readUInt16BE(end);
    units.push(bytes.subarray(start, end));
  }
  return { units, end };
}

function unitsOfHevc(description: Buffer): Buffer[] {
  const all: Buffer[] = [];
  let at = 23;
  for (let arrays = description.readUInt8(22); arrays > 0; arrays -= 1) {
    const { units, end } = unitsOf(description, at + 3, description.readUInt16BE(at + 1));
    all.push(...units);
    at = end;
  }
  return all;
}

function splitAtStartCodes(bytes: Buffer): Buffer[] {
  const units: Buffer[] = [];
  const startCode = Buffer.of(0, 0, 1);
  for (let at = bytes.indexOf(startCode); at >= 0; ) {
    const next = bytes.indexOf(startCode, at + 3);
    units.push(bytes.subarray(at + 3, next < 0 ? bytes.length : next));
    at = next;
  }
  return units;
}

/** Removes the byte 3 that encoders insert after two zeros so that headers contain no start code. */
export function withoutEmulationPrevention(unit: Buffer): Uint8Array {
  return unit.filter((byte, at) => !(byte === 3 && at >= 2 && unit[at - 1] === 0 && unit[at - 2] === 0));
}
