import type { InputVideoTrack } from "mediabunny";
import { FrameClock } from "../picture/frame-clock.ts";
import type { Turn } from "../picture/paint-picture.ts";
import type { Source } from "../picture/player.ts";
import {
  CustomSource,
  EncodedPacketSink,
  HLS_FORMATS,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  UrlSource,
  WEBM,
} from "../picture/video-library.ts";
import type { Size } from "../picture/view.ts";
import { Bytes } from "./bytes.ts";
import type { Packets } from "./decoder.ts";
import { keyBefore, readStretch } from "./read-stretch.ts";
import type { Sounds } from "./sound.ts";
import { soundsOf } from "./sounds.ts";

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

/** Properties of a video, from its file. */
export type VideoIndex = {
  readonly clock: FrameClock;
  /** Length of the media in seconds from `clock.start`, if the file contains it. */
  readonly seconds: number | undefined;
  /** Short name such as `avc` or `hevc`; `undefined` for unknown codecs. */
  readonly codec: string | undefined;
  /** `true` if the browser has a decoder for the codec. */
  readonly isDecodable: boolean;
  /** `undefined` if this page cannot play the video by the browser's decoder. */
  readonly decodable: Decodable | undefined;
  /** `true` if the file has its index in one place, so that it can be read without the video itself. */
  readonly isApart: boolean;
  close(): void;
};

/**
 * Reads the beginning of a video and opens its index: MP4, MOV, Matroska, WebM, MPEG-TS, HLS.
 * @param fetchBytes throws if the server refuses
 * @returns `undefined` if the file has no video
 */
export async function openIndex(
  { url, isHls }: Pick<Source, "url" | "isHls">,
  fetchBytes: typeof fetch,
): Promise<VideoIndex | undefined> {
  const bytes = isHls ? undefined : new Bytes(url, fetchBytes);
  const input = new Input({
    source: bytes ? file(bytes) : playlist(url, fetchBytes),
    formats: [...HLS_FORMATS, MATROSKA, WEBM],
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) {
      input.dispose();
      return undefined;
    }
    const start = await startOf(input, track);
    const sink = new EncodedPacketSink(track);
    const end = await input.getDurationFromMetadata(undefined, { skipLiveWait: true });
    const isApart = [MP4, QTFF].includes(await input.getFormat());
    return {
      clock: new FrameClock(start, (from, to) => readStretch(sink, from, to), end ?? undefined),
      seconds: end === null ? undefined : end - start,
      codec: (await track.getCodec()) ?? undefined,
      isDecodable: await track.canDecode(),
      decodable: bytes && (await decodableOf(track, sink, bytes, isApart)),
      isApart,
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

function file(bytes: Bytes): CustomSource {
  return new CustomSource({
    getSize: () => bytes.size(),
    read: (start, end) => bytes.read(start, end),
    dispose: () => bytes.close(),
    handleUnhandledError: () => {},
    // `Bytes` keeps them.
    maxCacheSize: 2 ** 20,
  });
}

function playlist(url: string, fetchBytes: typeof fetch): UrlSource {
  return new UrlSource(url, {
    fetchFn: fetchBytes,
    getRetryDelay: (attempts) => (attempts < 3 ? 2 ** attempts / 4 : null),
    handleUnhandledError: () => {},
  });
}

/** Returns the start of picture and sound. Sound may begin before 0 with packets that only prepare its decoder. */
async function startOf(input: Input, track: InputVideoTrack): Promise<number> {
  const sound = await track.getPrimaryPairableAudioTrack();
  return Math.max(0, await input.getFirstTimestamp(sound === null ? [track] : [track, sound]));
}

/** Key packets are checked, because a decoder fails if a file calls others so. */
const checked = { verifyKeyPackets: true };

/** Shorter than a tick of any container, and longer than the first step of `keyBefore`. */
const justAfter = 2e-6;

async function decodableOf(
  track: InputVideoTrack,
  sink: EncodedPacketSink,
  bytes: Bytes,
  isApart: boolean,
): Promise<Decodable | undefined> {
  const config = await track.getDecoderConfig();
  if (config === null || !(await track.canDecode())) return undefined;
  const sound = await track.getPrimaryPairableAudioTrack();
  return {
    packets: {
      config,
      keyBefore: async (seconds) => (await keyBefore(sink, seconds + justAfter, checked)) ?? firstKey(sink),
      keyAfter: async (key) => (await sink.getNextKeyPacket(key, checked)) ?? undefined,
      from: (key) => sink.packets(key, undefined, checked),
      leave: () => bytes.leave(),
    },
    size: { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() },
    turn: await track.getRotation(),
    sounds: sound === null ? undefined : await soundsOf(sound),
    async hasKeys() {
      // Without an index in one place, the search could read the whole file.
      const first = isApart ? await firstKey(sink) : undefined;
      const second = first && (await sink.getNextKeyPacket(first));
      // Some groups begin with pictures with which Chromium's decoder cannot begin (w3c/webcodecs#650).
      return second == null || (await track.determinePacketType(second)) === "key";
    },
  };
}

async function firstKey(sink: EncodedPacketSink) {
  return (await sink.getFirstKeyPacket(checked)) ?? undefined;
}
