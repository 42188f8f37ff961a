import type { EncodedPacket, VideoCodec } from "mediabunny";
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_PRORES,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_NOPTS_VALUE,
  type AVCodecID,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from "node-av";
import { bytesOf } from "../read/decoder-description.ts";
import { keyPacketOf } from "../read/find-packet.ts";
import { maxPixels, type OpenVideo } from "../read/open-video.ts";
import { checkDecodingMemory } from "./decoding-memory.ts";
import { ExtractionError } from "./extraction-error.ts";

const codecIds: Record<VideoCodec, AVCodecID> = {
  avc: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  vp8: AV_CODEC_ID_VP8,
  vp9: AV_CODEC_ID_VP9,
  av1: AV_CODEC_ID_AV1,
  prores: AV_CODEC_ID_PRORES,
};

const microsecond = new Rational(1, 1_000_000);

/**
 * Decodes the frame of a packet. Skips broken packets on the way to it, as players do.
 * @param maxRssBytes the resident memory that this process may use
 * @returns a frame that the caller must free
 * @throws ExtractionError `unreadable`, `too-much-memory`; any error of the source
 */
export async function decodeFrame(
  video: OpenVideo,
  wanted: EncodedPacket,
  maxRssBytes: number,
): Promise<Frame> {
  const key = await keyPacketOf(video, wanted);
  await checkDecodingMemory(video.track, key, maxRssBytes);
  using decoder = await openDecoder(video);
  using packet = new Packet();
  packet.alloc();
  for (
    let next: EncodedPacket | null = key;
    next !== null && next.sequenceNumber <= wanted.sequenceNumber;
    next = await video.packets.getNextPacket(next, { skipLiveWait: true })
  ) {
    packet.data = Buffer.from(next.data.buffer, next.data.byteOffset, next.data.byteLength);
    packet.isKeyframe = next.type === "key";
    packet.pts = BigInt(next.microsecondTimestamp);
    packet.dts = AV_NOPTS_VALUE;
    await decoder.sendPacket(packet);
    packet.unref();
    const frame = await receive(decoder, wanted);
    if (frame !== undefined) return frame;
  }
  await decoder.sendPacket(null);
  const frame = await receive(decoder, wanted);
  if (frame === undefined) throw new ExtractionError("unreadable", "The frame cannot be decoded.");
  return frame;
}

export async function openDecoder({ track }: OpenVideo): Promise<CodecContext> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  const found = codec === null ? null : Codec.findDecoder(codecIds[codec]);
  if (found === null || config === null) throw new ExtractionError("unreadable", "There is no decoder.");
  const decoder = new CodecContext();
  decoder.allocContext3(found);
  decoder.width = config.codedWidth ?? 0;
  decoder.height = config.codedHeight ?? 0;
  const { description } = config;
  decoder.extraData = description === undefined ? null : bytesOf(description);
  // Pictures may be larger than the container declares.
  const options = Dictionary.fromObject({ max_pixels: maxPixels });
  FFmpegError.throwIfError(await decoder.open2(found, options), "open2");
  return decoder;
}

/** Receives the frames that are ready, and returns the wanted one. */
async function receive(decoder: CodecContext, wanted: EncodedPacket): Promise<Frame | undefined> {
  for (;;) {
    const frame = new Frame();
    frame.alloc();
    const result = await decoder.receiveFrame(frame);
    if (result >= 0 && frame.pts === BigInt(wanted.microsecondTimestamp)) {
      frame.timeBase = microsecond;
      return frame;
    }
    frame.free();
    // No frame is ready, or an earlier packet was broken.
    if (result < 0) return undefined;
  }
}
