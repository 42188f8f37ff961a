import type { Sounds } from "../sound.ts";
import { soundsOf } from "../sounds.ts";
import type { SegmentList } from "./segment-list.ts";
import type { Segments } from "./segments.ts";

/** Shorter than a piece of sound. */
const toleranceSeconds = 0.001;

/** Returns the sound of segments. Those with the same head are decoded together, so that there is no click between them. */
export function segmentSounds(list: SegmentList, segments: Segments): Sounds {
  return async function* (from) {
    let reached = from;
    for (let segment = list.all[list.indexAt(from * 1000)]; segment !== undefined; ) {
      const { input, zero, last } = await segments.openFrom(segment);
      try {
        const track = await input.getPrimaryAudioTrack();
        const sounds = track && (await soundsOf(track));
        if (sounds) {
          for await (const sound of sounds(reached - zero)) {
            const timestamp = zero + sound.timestamp;
            // A head is followed by sound from before it, which prepares the decoder.
            if (timestamp + sound.duration < reached + toleranceSeconds) continue;
            reached = timestamp + sound.duration;
            yield { ...sound, timestamp };
          }
        }
      } finally {
        input.dispose();
      }
      segment = await list.next(last);
    }
  };
}
