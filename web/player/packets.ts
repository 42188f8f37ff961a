import type { EncodedPacket } from "mediabunny";

/** The encoded pictures of a video. */
export type Packets = {
  /** Returns how its group is decoded: the same object, unless the encoding changes. */
  configOf(key: EncodedPacket): VideoDecoderConfig;
  /** Returns the last key packet at or before a time in seconds, else the first one. */
  keyBefore(seconds: number): Promise<EncodedPacket | undefined>;
  keyAfter(key: EncodedPacket): Promise<EncodedPacket | undefined>;
  /** Returns a key packet and all after it, in the order of decoding, and `undefined` where the next one is not there yet. */
  from(key: EncodedPacket): AsyncIterable<EncodedPacket | undefined>;
  /** Gives up reading ahead. */
  leave(): void;
  /** Returns the end of a part of the video that is missing, in seconds; `undefined` if there is none at a time. */
  gapUntil?(seconds: number): number | undefined;
};
