import type { Address } from "../picture/address.ts";
import type { Player, Source } from "../picture/player.ts";
import type { Stage } from "../picture/stage.ts";
import { ElementPlayer } from "./element-player.ts";
import type { Decodable, VideoIndex } from "./video-index.ts";

/** Reads the beginning of a video. @returns `undefined` if the page cannot read it */
export async function readIndex(address: Address): Promise<VideoIndex | undefined> {
  const source = await address.source();
  if (!source.isReadable) return undefined;
  // Requests all scripts at once.
  const scripts = [import("../picture/video-library.ts"), import("./decoded-player.ts")];
  for (const script of scripts) script.catch(() => {});
  try {
    if (address.of === "copy") return await openCopy(address, source);
    const { openIndex } = await import("./source.ts");
    return await openIndex(source, address.fetchBytes);
  } catch {
    // The video may play nevertheless.
    return undefined;
  }
}

/** @param first the source as it is now */
async function openCopy(address: Address, first: Source): Promise<VideoIndex | undefined> {
  const { openSegments } = await import("./segments/open-segments.ts");
  let known: Source | undefined = first;
  const read = async () => {
    const { playlist = "" } = known ?? (await address.renew());
    known = undefined;
    return { text: playlist };
  };
  return openSegments(read, address.fetchBytes);
}

/**
 * Opens a video, and shows its first frame: by the browser's decoder, which tells the time of each picture, else by a
 * media element.
 * @throws Error if this browser cannot play it
 */
export async function openPlayer(
  stage: Stage,
  address: Address,
  index: VideoIndex | undefined,
): Promise<Player> {
  const decoded = index?.decodable && (await openDecoded(stage, index, index.decodable));
  if (decoded) return decoded;
  const player = new ElementPlayer(stage, address);
  try {
    await player.open(index?.clock);
    return player;
  } catch (error) {
    player.close();
    throw error;
  }
}

/** Returns `undefined` if the decoder fails, although the browser says that it has one. */
async function openDecoded(stage: Stage, index: VideoIndex, video: Decodable): Promise<Player | undefined> {
  const { DecodedPlayer } = await import("./decoded-player.ts");
  const player = new DecodedPlayer(stage, index, video);
  try {
    const [hasKeys] = await Promise.all([video.hasKeys(), player.open()]);
    if (hasKeys) return player;
  } catch {
    // The media element may play it, or knows the reason.
  }
  player.close();
  return undefined;
}
