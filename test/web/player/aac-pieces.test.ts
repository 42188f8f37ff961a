import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ADTS, BufferSource, EncodedPacketSink, Input, type InputAudioTrack, MP4 } from "mediabunny";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adtsHead } from "../../../web/player/aac-pieces.ts";
import { writeVideo } from "../../support/video/write-video.ts";

const folder = mkdtempSync(path.join(tmpdir(), "aac-"));
const file = path.join(folder, "a.mp4");
beforeAll(() =>
  writeVideo(file, { codec: "h264", format: "mp4", timesMs: [0, 500, 1000, 1500], audio: "aac" }),
);
afterAll(() => rmSync(folder, { recursive: true }));

async function soundIn(bytes: Uint8Array<ArrayBuffer>, format: typeof MP4 | typeof ADTS) {
  const input = new Input({ source: new BufferSource(bytes), formats: [format] });
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new Error("There is no sound.");
  return track;
}

async function packetsOf(track: InputAudioTrack): Promise<Uint8Array[]> {
  const packets: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(data);
  return packets;
}

test("packets of AAC with heads are a stream that others read: the same packets, rate and channels", async () => {
  const track = await soundIn(new Uint8Array(await readFile(file)), MP4);
  const { description } = (await track.getDecoderConfig()) ?? {};
  if (!ArrayBuffer.isView(description)) throw new Error("There are no parameters.");
  const config = new Uint8Array(description.buffer, description.byteOffset, description.byteLength);
  const packets = await packetsOf(track);
  expect(packets.length).toBeGreaterThan(50);
  const stream = Buffer.concat(
    packets.flatMap((data) => [adtsHead(config, data.length) ?? [], data] as never),
  );
  const read = await soundIn(new Uint8Array(stream), ADTS);
  expect([await read.getSampleRate(), await read.getNumberOfChannels()]).toEqual([
    await track.getSampleRate(),
    await track.getNumberOfChannels(),
  ]);
  const withHeads = await packetsOf(read);
  expect(withHeads.map((data) => Buffer.from(data.subarray(7)).toString("hex"))).toEqual(
    packets.map((data) => Buffer.from(data).toString("hex")),
  );
});

test("the head of high-efficiency AAC names the kind that it extends", () => {
  // Kind 5 at 22,050 Hz with two channels.
  expect(adtsHead(Uint8Array.of(0x2b, 0x92), 93)?.slice(2, 4)).toEqual(Uint8Array.of(0x5c, 0x80));
});

test.each([
  ["a rate that is not in the table", [0x17, 0x80]],
  ["a kind beyond the fourth", [0xb9, 0x90]],
])("%s has no head", (_, config) => {
  expect(adtsHead(Uint8Array.from(config), 100)).toBeUndefined();
});
