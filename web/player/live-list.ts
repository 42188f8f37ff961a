import type { InputVideoTrack } from "mediabunny";
import type { FrameClock } from "../picture/frame-clock.ts";
import type { Packets } from "./packets.ts";

/** Returns the packets of a live video. The clock learns the frames that its playlist gets. */
export function following(packets: Packets, track: InputVideoTrack, clock: FrameClock, end: number): Packets {
  let known = end;
  return {
    ...packets,
    async *from(key) {
      for await (const packet of packets.from(key)) {
        if (packet !== undefined && packet.timestamp >= known) {
          const now = await track.getDurationFromMetadata({ skipLiveWait: true });
          const until = Math.max(now ?? 0, packet.timestamp + packet.duration);
          clock.grow(known, until);
          known = until;
        }
        yield packet;
      }
    },
  };
}
