import {
  EncodedPacketSink,
  HLS,
  HLS_FORMATS,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  type Source,
  UrlSource,
  WEBM,
} from "mediabunny";
import { ExtractionError } from "../cut/extraction-error.ts";
import { requireSuccess } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";

export type OpenVideo = Disposable & {
  /** Media type of the file: `video/` and a name. */
  readonly type: string;
  readonly track: InputVideoTrack;
  readonly packets: EncodedPacketSink;
  readonly audio: InputAudioTrack | null;
  /** Timestamp of the start of the media, in seconds. */
  readonly start: number;
};

const cacheBytes = 48 * 2 ** 20;

/** Maximum size of a picture to decode: one frame of 8K UHD. */
export const maxPixels = 7680 * 4320;

/**
 * Opens the main video of a file or an HLS playlist: MP4 and MOV, also fragmented, Matroska, WebM, MPEG-TS.
 * @throws ExtractionError `unreadable`; any error of `get`
 */
export async function openVideo(url: string, get: GuardedFetch): Promise<OpenVideo> {
  const source = new UrlSource(url, {
    fetchFn: (input, init) => requireSuccess(get(input, init)),
    maxCacheSize: cacheBytes,
    // By default, it retries forever.
    getRetryDelay: () => null,
    // If prefetching fails, the bytes are requested again when they are needed.
    handleUnhandledError: () => {},
  });
  return await openVideoOf(source);
}

/**
 * Opens the main video of a source.
 * @throws ExtractionError `unreadable`; any error of the source
 */
export async function openVideoOf(source: Source): Promise<OpenVideo> {
  const input = new Input({ source, formats: [...HLS_FORMATS, MATROSKA, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new ExtractionError("unreadable", "There is no video track.");
    await checkTrack(track);
    const audio = await track.getPrimaryPairableAudioTrack();
    const start = await input.getFirstTimestamp(audio === null ? [track] : [track, audio]);
    return {
      type: await mediaType(input),
      track,
      packets: new EncodedPacketSink(track),
      audio,
      // Audio may begin before zero, with packets from which its decoder starts up.
      start: Math.max(0, start),
      [Symbol.dispose]: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/**
 * Media type of the file. A playlist counts as video, as data standards require (Camtrap DP: `image`, `video` or
 * `audio`).
 */
async function mediaType(input: Input): Promise<string> {
  const format = await input.getFormat();
  return format === HLS ? "video/x-mpegurl" : format.mimeType.toLowerCase();
}

async function checkTrack(track: InputVideoTrack): Promise<void> {
  if ((await track.getCodec()) === null) throw new ExtractionError("unreadable", "The codec is unknown.");
  const width = await track.getCodedWidth();
  const height = await track.getCodedHeight();
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) {
    throw new ExtractionError("unreadable", `The pictures have ${width} x ${height} pixels.`);
  }
}
