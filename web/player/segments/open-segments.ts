import { FrameClock } from "../../picture/frame-clock.ts";
import { hasSafeSound, sizeOf, type VideoIndex } from "../source.ts";
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
    const sound = await input.getPrimaryAudioTrack();
    const [size, isDecodable] = [await sizeOf(track), await track.canDecode()];
    const isAudible = sound !== null && (await sound.canDecode());
    if (!list.isComplete) void list.follow();
    return {
      clock,
      seconds: list.isComplete ? end : undefined,
      codec: (await track.getCodec()) ?? undefined,
      size,
      isDecodable,
      decodable:
        isDecodable && (sound === null || hasSafeSound())
          ? {
              packets: segments,
              size,
              turn: await track.getRotation(),
              sounds: isAudible ? segmentSounds(list, segments) : undefined,
              hasKeys: async () => true,
            }
          : undefined,
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
