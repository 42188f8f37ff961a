import type { InputVideoTrack } from "mediabunny";
import { FrameClock } from "../picture/frame-clock.ts";
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
import { Bytes } from "./bytes.ts";
import { decodableOf, hasKeys, packetsOf, sizeOf } from "./decodable.ts";
import type { Packets } from "./decoder.ts";
import { readStretch } from "./read-stretch.ts";
import type { VideoIndex } from "./video-index.ts";

/** A playlist has no index, so that the video itself is read to know its frames. */
const listWindowSeconds = 4;

/** A live video opens so many refreshes of its playlist before its end (RFC 8216, section 6.3.3). */
const refreshesBehind = 3;

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
    const end = (await input.getDurationFromMetadata(undefined, { skipLiveWait: true })) ?? undefined;
    const refreshSeconds = bytes ? null : await track.getLiveRefreshInterval();
    const isApart = [MP4, QTFF].includes(await input.getFormat());
    const clock = new FrameClock(
      start,
      (from, to) => readStretch(sink, from, to),
      end,
      isHls ? listWindowSeconds : undefined,
    );
    const packets = await packetsOf(track, sink, () => bytes?.leave());
    const isLive = refreshSeconds !== null && end !== undefined;
    return {
      clock,
      seconds: end === undefined || isLive ? undefined : end - start,
      opensAt: isLive ? Math.max(0, end - refreshesBehind * refreshSeconds) : 0,
      codec: (await track.getCodec()) ?? undefined,
      size: await sizeOf(track),
      isDecodable: await track.canDecode(),
      decodable: await decodableOf(
        track,
        packets && isLive ? following(packets, track, clock, end) : packets,
        // Without an index in one place, the search could read the whole file.
        async () => !isApart || (await hasKeys(track, sink)),
      ),
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

/** Returns the packets of a live video. The clock learns the frames that its playlist gets. */
function following(packets: Packets, track: InputVideoTrack, clock: FrameClock, end: number): Packets {
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
