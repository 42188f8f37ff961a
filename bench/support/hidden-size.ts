import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { bytesOf } from "../../shared/media/read/decoder-description.ts";

/** Position of the only SPS in a decoder's configuration (`avcC`, ISO/IEC 14496-15), after its two bytes of length. */
const spsAt = 8;

/**
 * Copies an MP4 file in H.264 with one SPS and one PPS. In the copy, these are in the first packet, and the decoder's
 * configuration has filler instead of the SPS. So only the decoder finds the size of the pictures.
 */
export async function hideSize(from: string, to: string): Promise<void> {
  using input = new Input({ source: new FilePathSource(from), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config?.description) throw new Error(`${from} has no video in H.264.`);
  const description = Buffer.from(bytesOf(config.description));
  const spsEnd = spsAt + description.readUInt16BE(spsAt - 2);
  const ppsAt = spsEnd + 3;
  const ppsEnd = ppsAt + description.readUInt16BE(ppsAt - 2);
  const parameters = [description.subarray(spsAt, spsEnd), description.subarray(ppsAt, ppsEnd)].flatMap(
    (unit) => [Buffer.of(0, 0, unit.length >> 8, unit.length & 0xff), Buffer.from(unit)],
  );
  description[spsAt] = 12;

  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const data = packet.type === "key" ? Buffer.concat([...parameters, packet.data]) : packet.data;
    await source.add(packet.clone({ data }), { decoderConfig: { ...config, description } });
  }
  await output.finalize();
}
