import type { InputVideoTrack } from "mediabunny";
import type { EncodedPacketSink } from "../picture/video-library.ts";
import type { Size } from "../picture/view.ts";
import type { Packets } from "./decoder.ts";
import { keyBefore } from "./read-stretch.ts";
import { soundsOf } from "./sounds.ts";
import type { Decodable } from "./video-index.ts";

/** Key packets are checked, because a decoder fails if a file calls others so. */
export const checked = { verifyKeyPackets: true };

/** Shorter than a tick of any container, and longer than the first step of `keyBefore`. */
const justAfter = 2e-6;

/** Returns the packets of a track. @param leave gives up reading ahead */
export async function packetsOf(
  track: InputVideoTrack,
  sink: EncodedPacketSink,
  leave: () => void,
): Promise<Packets | undefined> {
  const config = await track.getDecoderConfig();
  if (config === null) return undefined;
  return {
    configOf: () => config,
    keyBefore: async (seconds) => (await keyBefore(sink, seconds + justAfter, checked)) ?? firstKey(sink),
    keyAfter: async (key) => (await sink.getNextKeyPacket(key, checked)) ?? undefined,
    from: (key) => sink.packets(key, undefined, checked),
    leave,
  };
}

/** Returns what the player needs; `undefined` if the browser cannot decode the pictures. */
export async function decodableOf(
  track: InputVideoTrack,
  packets: Packets | undefined,
  hasKeys: () => Promise<boolean>,
): Promise<Decodable | undefined> {
  if (packets === undefined || !(await track.canDecode())) return undefined;
  const sound = await track.getPrimaryPairableAudioTrack();
  return {
    packets,
    size: await sizeOf(track),
    turn: await track.getRotation(),
    sounds: sound === null ? undefined : await soundsOf(sound),
    hasKeys,
  };
}

/** Returns `false` if a group begins with pictures with which Chromium's decoder cannot begin (w3c/webcodecs#650). */
export async function hasKeys(track: InputVideoTrack, sink: EncodedPacketSink): Promise<boolean> {
  const first = await firstKey(sink);
  const second = first && (await sink.getNextKeyPacket(first));
  return second == null || (await track.determinePacketType(second)) === "key";
}

/** Returns the size of the pictures as shown. */
export async function sizeOf(track: InputVideoTrack): Promise<Size> {
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
}

async function firstKey(sink: EncodedPacketSink) {
  return (await sink.getFirstKeyPacket(checked)) ?? undefined;
}
