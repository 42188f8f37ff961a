import type { FrameClock } from "../picture/frame-clock.ts";
import type { Turn } from "../picture/paint-picture.ts";
import type { Size } from "../picture/view.ts";
import type { Packets } from "./decoder.ts";
import type { Sounds } from "./sound.ts";

/** A video that the browser's decoder can play. */
export type Decodable = {
  readonly packets: Packets;
  /** Size of the pictures as shown. */
  readonly size: Size;
  readonly turn: Turn;
  /** `undefined` without sound. */
  readonly sounds: Sounds | undefined;
  /** Returns `false` if the decoder may have to begin far before a wanted picture. */
  hasKeys(): Promise<boolean>;
};

/** Properties of a video, from its file or playlist. */
export type VideoIndex = {
  readonly clock: FrameClock;
  /** Length of the media in seconds from `clock.start`; `undefined` if it is unknown, or grows. */
  readonly seconds: number | undefined;
  /** The time to show first, in seconds on the clock of the media: 0, or near the end of a live video. */
  readonly opensAt: number;
  /** Short name such as `avc` or `hevc`; `undefined` for unknown codecs. */
  readonly codec: string | undefined;
  /** Size of the pictures as shown. */
  readonly size: Size;
  /** `true` if the browser has a decoder for the codec. */
  readonly isDecodable: boolean;
  /** `undefined` if this page cannot play the video by the browser's decoder. */
  readonly decodable: Decodable | undefined;
  /** `true` if the file has its index in one place, so that it can be read without the video itself. */
  readonly isApart: boolean;
  close(): void;
};
