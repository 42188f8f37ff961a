import { AV_NOPTS_VALUE, type CodecContext, Frame, type Packet } from "node-av";
import type { SourceTrack } from "./copy-source.ts";

export type DecodedTrack = Disposable & {
  /** Decodes a packet; with `null` the last frames. */
  decode(packet: Packet | null): Promise<void>;
  /** True if packets came, but no frame. */
  failed(): boolean;
};

/**
 * Decodes a track, and passes on each frame with its time and duration in ticks, in the order of time. Leaves out a
 * broken packet, as players do: what depends on it is shown as it is.
 * @param use frees the frame
 */
export async function decodeTrack(
  { openDecoder, tickOf }: SourceTrack,
  use: (frame: Frame, tick: number, ticks: number) => Promise<void> | void,
): Promise<DecodedTrack> {
  const decoder = await openDecoder();
  let packets = 0;
  let frames = 0;
  let expected = 0n;
  return {
    async decode(packet) {
      if (packet !== null) packets += 1;
      await decoder.sendPacket(packet);
      for (let frame = await receive(decoder); frame !== undefined; frame = await receive(decoder)) {
        frames += 1;
        // AVI stores only the order in which frames are decoded. A frame without a time follows the one before it.
        const { bestEffortTimestamp, duration } = frame;
        const time = bestEffortTimestamp === AV_NOPTS_VALUE ? expected : bestEffortTimestamp;
        expected = time + duration;
        await use(frame, tickOf(time), tickOf(expected) - tickOf(time));
      }
    },
    failed: () => packets > 0 && frames === 0,
    [Symbol.dispose]: () => decoder.freeContext(),
  };
}

async function receive(decoder: CodecContext): Promise<Frame | undefined> {
  const frame = new Frame();
  frame.alloc();
  if ((await decoder.receiveFrame(frame)) >= 0) return frame;
  frame.free();
  return undefined;
}
