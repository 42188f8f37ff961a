import type { InputAudioTrack } from "mediabunny";
import { AudioBufferSink, EncodedPacketSink } from "../picture/video-library.ts";
import { aacPieces, adtsHead } from "./aac-pieces.ts";
import type { Sounds } from "./sound.ts";

/** Returns the decoded sound of a track; `undefined` if this browser cannot decode it. */
export async function soundsOf(track: InputAudioTrack): Promise<Sounds | undefined> {
  if (hasSafeDecoder()) {
    if (!(await track.canDecode())) return undefined;
    const sink = new AudioBufferSink(track);
    return (from) => sink.buffers(from);
  }
  if ((await track.getCodec()) !== "aac") return undefined;
  const { description } = (await track.getDecoderConfig()) ?? {};
  if (description === undefined) return aacPieces(new EncodedPacketSink(track), undefined);
  const config = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return adtsHead(config, 0) && aacPieces(new EncodedPacketSink(track), config);
}

/** Safari has one from 26 on. In WebKit on Linux, copying decoded sound ends the page. */
function hasSafeDecoder(): boolean {
  const { userAgent } = navigator;
  return "AudioDecoder" in globalThis && !/Linux.*AppleWebKit(?!.*Chrom)/.test(userAgent);
}
