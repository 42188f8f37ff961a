import type { InputAudioTrack } from "mediabunny";
import { AudioBufferSink } from "../picture/video-library.ts";
import type { Sounds } from "./sound.ts";

/** Returns the decoded sound of a track; `undefined` if this browser cannot decode it. */
export async function soundsOf(track: InputAudioTrack): Promise<Sounds | undefined> {
  if (hasSafeDecoder()) {
    if (!(await track.canDecode())) return undefined;
    const sink = new AudioBufferSink(track);
    return (from) => sink.buffers(from);
  }
  const { aacSounds } = await import("./aac-pieces.ts");
  return aacSounds(track);
}

/** Safari has one from 26 on. In WebKit on Linux, copying decoded sound ends the page. */
function hasSafeDecoder(): boolean {
  const { userAgent } = navigator;
  return "AudioDecoder" in globalThis && !/Linux.*AppleWebKit(?!.*Chrom)/.test(userAgent);
}
