import type { EncodedPacket, InputVideoTrack, VideoCodec } from "mediabunny";
import { bytesOf } from "../read/decoder-description.ts";
import { maxPixels } from "../read/open-video.ts";
import { type SequenceParameters, sequenceParameters } from "../read/sequence-parameters.ts";
import { ExtractionError } from "./extraction-error.ts";

/** Bytes per pixel for the motion vectors that decoders keep with each picture (H.264 takes 0.55, HEVC 0.75). */
const motionBytes = 0.75;

/** The picture being decoded, and the one before it, which may wait to be shown. */
const inWork = 2;

/**
 * Checks that decoding does not need more memory than this process may use. Headers may lie, so the parent also watches
 * the process.
 * @throws ExtractionError `too-much-memory`
 */
export async function checkDecodingMemory(
  track: InputVideoTrack,
  key: EncodedPacket,
  maxRssBytes: number,
): Promise<void> {
  checkMemory(await decodingBytes(track, key), maxRssBytes);
}

/**
 * Checks that this process may use `needed` bytes more.
 * @throws ExtractionError `too-much-memory`
 */
export function checkMemory(needed: number, maxRssBytes: number): void {
  const left = maxRssBytes - process.memoryUsage.rss();
  if (needed > left) {
    const [neededMb, leftMb] = [needed, left].map((bytes) => Math.round(bytes / 1e6));
    throw new ExtractionError(
      "too-much-memory",
      `Decoding needs up to ${neededMb} MB, and ${leftMb} MB are left.`,
    );
  }
}

/** Maximum memory of a decoder's pictures in bytes, according to the video's headers. 0 if these are unreadable. */
async function decodingBytes(track: InputVideoTrack, key: EncodedPacket): Promise<number> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (codec === null || config === null) return 0;
  const size = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
  const pictures = picturesOf(codec, config, key);
  return Math.max(0, ...pictures.map((picture) => bytesFor({ ...size, ...picture })));
}

function bytesFor({ width, height, chroma, depth, kept }: SequenceParameters): number {
  const samples = [1, 1.5, 2, 3][chroma] ?? 3;
  // The decoder refuses larger pictures.
  const pixels = Math.min(maxPixels, width * height);
  return pixels * (samples * (depth > 8 ? 2 : 1) + motionBytes) * (kept + inWork);
}

/** Parameters of pictures. They lack a size if only the container has it. */
type Pictures = Omit<SequenceParameters, "width" | "height"> & Partial<SequenceParameters>;

function picturesOf(codec: VideoCodec, config: VideoDecoderConfig, key: EncodedPacket): Pictures[] {
  // For example vp09.<profile>.<level>.<depth> or av01.<profile>.<level>.<depth>.
  const [, profile = 0, , depth = 8] = config.codec.split(".").map(Number);
  switch (codec) {
    case "avc":
    case "hevc":
      return readParameters(codec, config, key);
    case "vp8":
      return [{ chroma: 1, depth: 8, kept: 3 }];
    case "vp9":
      return [{ chroma: profile % 2 === 0 ? 1 : 3, depth, kept: 8 }];
    case "av1":
      return [{ chroma: profile === 0 ? 1 : 3, depth, kept: 8 }];
    case "prores":
      return [{ chroma: 3, depth: 12, kept: 0 }];
  }
}

function readParameters(
  codec: "avc" | "hevc",
  { description }: VideoDecoderConfig,
  key: EncodedPacket,
): SequenceParameters[] {
  try {
    return sequenceParameters(
      codec,
      description === undefined ? undefined : bytesOf(description),
      bytesOf(key.data),
    );
  } catch (error) {
    // The decoder reports the damaged headers.
    if (error instanceof RangeError) return [];
    throw error;
  }
}
