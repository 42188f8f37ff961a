import { Refusal } from "../../api/answer.ts";
import { type Address, HostRefusal } from "../../picture/address.ts";
import type { Source } from "../../picture/player.ts";
import type { VideoIndex } from "../../player/video-index.ts";
import { shellText } from "../../text/shell.ts";
import { watchText } from "../../text/watch.ts";

const codecNames: Readonly<Record<string, string>> = {
  avc: "H.264",
  hevc: "HEVC",
  vp8: "VP8",
  vp9: "VP9",
  av1: "AV1",
  prores: "ProRes",
};

/** Returns a sentence that says why a video does not play here, and what the person can do. */
export async function faultOf(
  address: Address,
  source: Source | undefined,
  index: VideoIndex | undefined,
  error: unknown,
): Promise<string> {
  const { faults, codec } = watchText.value;
  if (error instanceof Refusal) return error.message;
  if (source === undefined) return shellText.value.noConnection;
  if (!source.isReadable) return faults.foreign;
  const refusal = await bytesOf(address, source);
  if (refusal) return refusal;
  if (index?.codec && !index.isDecodable) return codec(codecNames[index.codec] ?? index.codec.toUpperCase());
  if (source.isHls) return faults.playlist;
  return index ? faults.format : faults.unreadable;
}

/** Returns the reason for which no bytes arrive; `undefined` if they arrive. */
async function bytesOf(address: Address, source: Source): Promise<string | undefined> {
  const { faults } = watchText.value;
  try {
    const response = await address.fetchBytes(source.url, { headers: { Range: "bytes=0-0" } });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return faults.expired;
    if (!(error instanceof HostRefusal)) return faults.unreachable;
    if (error.status === 404 || error.status === 410) return faults.missing;
    return error.status === 401 || error.status === 403 ? faults.refused : faults.failing;
  }
}
