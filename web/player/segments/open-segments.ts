import { FrameClock } from "../../picture/frame-clock.ts";
import { decodableOf, sizeOf } from "../decodable.ts";
import type { VideoIndex } from "../video-index.ts";
import { SegmentBytes } from "./segment-bytes.ts";
import { type Playing, SegmentList } from "./segment-list.ts";
import { segmentSounds } from "./segment-sounds.ts";
import { Segments } from "./segments.ts";

/** To know the frames of a second, one segment must be read, or two. */
const windowSeconds = 1;

/**
 * Opens a video in segments: a copy, or a live video. While it grows, its playlist is read again and again.
 * @param read returns the playlist as it is now
 * @param fetchBytes throws if the host refuses
 * @returns `undefined` if there are no segments
 */
export async function openSegments(
  read: () => Promise<Playing>,
  fetchBytes: typeof fetch,
): Promise<VideoIndex | undefined> {
  let clock: FrameClock | undefined;
  const list = new SegmentList(read, (fromMs, untilMs) => clock?.grow(fromMs / 1000, untilMs / 1000));
  await list.poll();
  const [first] = list.all;
  if (first === undefined) return undefined;
  const bytes = new SegmentBytes(list, fetchBytes);
  const segments = new Segments(list, bytes);
  const end = list.endMs / 1000;
  clock = new FrameClock(0, (from, to) => segments.stretch(from, to), end, windowSeconds);
  const { input } = await segments.openFrom(first);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const decodable = await decodableOf(track, segments, async () => true);
    const sounds = decodable?.sounds && segmentSounds(list, segments);
    if (!list.isComplete) void list.follow();
    return {
      clock,
      get seconds() {
        return list.isComplete ? list.endMs / 1000 : undefined;
      },
      opensAt: 0,
      codec: (await track.getCodec()) ?? undefined,
      size: await sizeOf(track),
      isDecodable: await track.canDecode(),
      decodable: decodable && { ...decodable, sounds },
      isApart: false,
      close: () => list.close(),
    };
  } catch (error) {
    list.close();
    throw error;
  } finally {
    input.dispose();
  }
}
