import type { EncodedPacketSink, Input, InputVideoTrack } from "mediabunny";
import { FrameClock, type Stretch } from "./frame-clock.ts";

/** What a video's file says about itself. */
export type VideoIndex = {
  readonly clock: FrameClock;
  /** Length of the media in seconds from `clock.start`, if the file says it. */
  readonly seconds: number | undefined;
  /** Short name such as `avc` or `hevc`; `undefined` for a codec that is unknown. */
  readonly codec: string | undefined;
  /** Whether the browser has a decoder for it. */
  readonly isDecodable: boolean;
  /** Whether the index of the whole video can be read without reading the video itself. */
  readonly isApart: boolean;
  close(): void;
};

/** Maximum number of frames that are decoded before one that is shown earlier (the largest buffer of H.264 and HEVC). */
const maxReordered = 16;

/** A live video is read as far as it exists. */
const quick = { metadataOnly: true, skipLiveWait: true };

/**
 * Reads the head of a video and opens its index: MP4, MOV, Matroska, WebM, MPEG-TS, HLS.
 * @param fetchBytes throws when the server refuses
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

/** Sound may begin before 0, with packets from which its decoder starts up. */
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

/** A packet from which on all frames of a time or later are decoded; the first one if `undefined`. */
async function keyBefore(sink: EncodedPacketSink, seconds: number) {
  // Without an index (Matroska without cues) only the cluster of a time is searched. Steps back double.
  for (let back = minBack; back < seconds; back = Math.max(1, back * 2)) {
    const key = await sink.getKeyPacket(seconds - back, quick);
    if (key !== null) return key;
  }
  return undefined;
}

/** Less than a tick of any container: the frame before the time must be among those that are read. */
const minBack = 1e-6;
