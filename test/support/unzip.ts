import { crc32, inflateRawSync } from "node:zlib";

/** Returns the texts in a zip file, by name. */
export function unzip(zip: Uint8Array): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filesIn(zip)).map(([name, bytes]) => [name, bytes.toString()]));
}

/** Returns the files in a zip file's directory, by name (APPNOTE 6.3.10; no ZIP64). */
export function filesIn(zip: Uint8Array): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(zip);
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files: Record<string, Buffer> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [crc, packed, plain] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const stored = bytes.subarray(start, start + (packed ?? 0));
    const content = bytes.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored);
    if (content.length !== plain || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    files[name] = content;
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
