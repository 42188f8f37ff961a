import type { EncodedPacketSink, Input, InputVideoTrack } from "mediabunny";
import { FrameClock, type Stretch } from "./frame-clock.ts";

/** Properties of a video, from its file. */
export type VideoIndex = {
  readonly clock: FrameClock;
  /** Length of the media in seconds from `clock.start`, if the file contains it. */
  readonly seconds: number | undefined;
  /** Short name such as `avc` or `hevc`; `undefined` for unknown codecs. */
  readonly codec: string | undefined;
  /** `true` if the browser has a decoder for the codec. */
  readonly isDecodable: boolean;
  /** `true` if the file has its index in one place, so that it can be read without the video itself. */
  readonly isApart: boolean;
  close(): void;
};

/**
 * Maximum number of frames that are decoded before a frame that is shown earlier (the largest buffer of H.264 and
 * HEVC).
 */
const maxReordered = 16;

/** Does not wait for the end of a live video. */
const quick = { metadataOnly: true, skipLiveWait: true };

/**
 * Reads the beginning of a video and opens its index: MP4, MOV, Matroska, WebM, MPEG-TS, HLS.
 * @param fetchBytes throws if the server refuses
 * @returns `undefined` if the file has no video
 */
export async function openIndex(url: string, fetchBytes: typeof fetch): Promise<VideoIndex | undefined> {
  const library = await import("./video-library.ts");
  const input = new library.Input({
    source: new library.UrlSource(url, {
      fetchFn: fetchBytes,
      getRetryDelay: (attempts) => (attempts < 3 ? 2 ** attempts / 4 : null),
      handleUnhandledError: () => {},
    }),
    formats: [...library.HLS_FORMATS, library.MATROSKA, library.WEBM],
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const start = await startOf(input, track);
    const sink = new library.EncodedPacketSink(track);
    const end = await input.getDurationFromMetadata(undefined, { skipLiveWait: true });
    return {
      clock: new FrameClock(start, (from, to) => readStretch(sink, from, to), end ?? undefined),
      seconds: end === null ? undefined : end - start,
      codec: (await track.getCodec()) ?? undefined,
      isDecodable: await track.canDecode(),
      isApart: [library.MP4, library.QTFF].includes(await input.getFormat()),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** Returns the start of picture and sound. Sound may begin before 0 with packets that only prepare its decoder. */
async function startOf(input: Input, track: InputVideoTrack): Promise<number> {
  const sound = await track.getPrimaryPairableAudioTrack();
  return Math.max(0, await input.getFirstTimestamp(sound === null ? [track] : [track, sound]));
}

async function readStretch(sink: EncodedPacketSink, from: number, to: number): Promise<Stretch> {
  const times: number[] = [];
  let before: number | undefined;
  let after: number | undefined;
  let late = 0;
  for await (const { timestamp } of sink.packets(await keyBefore(sink, from), undefined, quick)) {
    if (timestamp < from) before = Math.max(before ?? timestamp, timestamp);
    else if (timestamp < to) times.push(timestamp);
    else after = Math.min(after ?? timestamp, timestamp);
    late = timestamp < to ? 0 : late + 1;
    if (late > maxReordered) break;
  }
  return { before, times: times.sort((a, b) => a - b), after };
}

/** Returns the key packet from which a decoder gets all frames at or after a time; the first packet for `undefined`. */
async function keyBefore(sink: EncodedPacketSink, seconds: number) {
  // Without an index (Matroska without cues), only the cluster of a time is searched. So each step back is twice as long.
  for (let back = minBack; back < seconds; back = Math.max(1, back * 2)) {
    const key = await sink.getKeyPacket(seconds - back, quick);
    if (key !== null) return key;
  }
  return undefined;
}

/** Shorter than a tick of any container. The frame before the time must be among the frames that are read. */
const minBack = 1e-6;
