import { Refusal } from "../../../api/answer.ts";
import { type Address, HostRefusal } from "../../../picture/address.ts";
import { isAvi } from "../../../picture/avi.ts";
import type { Source } from "../../../picture/player.ts";
import type { VideoIndex } from "../../../player/video-index.ts";
import { fallbacksText } from "../../../text/fallbacks.ts";
import { shellText } from "../../../text/shell.ts";

export type Fault = {
  /** Why a video does not play here, and what the person can do. */
  readonly sentence: string;
  /** What may help: another try, a playable copy, or either. */
  readonly help: "again" | "copy" | "either";
};

const codecNames: Readonly<Record<string, string>> = {
  avc: "H.264",
  hevc: "HEVC",
  vp8: "VP8",
  vp9: "VP9",
  av1: "AV1",
  prores: "ProRes",
};

/** Returns the reason for which a video, its copy or a picture is not shown. @param mediaType that of the original */
export async function faultOf(
  address: Address,
  index: VideoIndex | undefined,
  mediaType: string | undefined,
  error: unknown,
): Promise<Fault> {
  const { faults, codec, avi } = fallbacksText.value;
  const again = (sentence: string): Fault => ({ sentence, help: "again" });
  const copy = (sentence: string): Fault => ({ sentence, help: "copy" });
  const either = (sentence: string): Fault => ({ sentence, help: "either" });
  if (error instanceof Refusal) return again(error.message);
  if (mediaType?.startsWith("image/")) return again(faults.picture);
  if (isAvi(mediaType)) return copy(avi);
  const source = address.last;
  if (source === undefined) return again(shellText.value.noConnection);
  if (!source.isReadable) return either(faults.foreign);
  const refusal = await bytesOf(address, source);
  if (refusal) return again(refusal);
  if (index?.codec && !index.isDecodable)
    return copy(codec(codecNames[index.codec] ?? index.codec.toUpperCase()));
  if (source.isHls) return again(faults.playlist);
  return index ? copy(faults.format) : either(faults.unreadable);
}

/** Returns the reason for which no bytes arrive; `undefined` if they arrive. */
async function bytesOf(address: Address, source: Source): Promise<string | undefined> {
  const { faults } = fallbacksText.value;
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
