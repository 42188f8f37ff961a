import type { CopyPiece } from "../../shared/domain/copy/copy.ts";
import { type PlacedSegment, placedSegments } from "../../shared/domain/copy/parts-of-range.ts";
import { formatTimestamp } from "../../shared/domain/time/timestamp.ts";

/** Maximum number of segments. A longer copy has one segment for each of its pieces. */
const maxSegments = 2000;

/**
 * The text of an HLS playlist (RFC 8216) of a copy. Each segment has the date of its first frame, rounded down to a
 * millisecond; the times of frames in the segments are those since the start of the video.
 * @param pieces by start, each with the URL of its file
 * @param startMs start of the stream, in milliseconds since 1970
 * @param isWhole false while the copy is being made
 */
export function copyPlaylist(
  pieces: readonly (CopyPiece & { readonly url: string })[],
  startMs: number,
  isWhole: boolean,
): string {
  const count = pieces.reduce((sum, { segments }) => sum + segments.length, 0);
  const listed = pieces.map((piece) => ({
    ...piece,
    listed: count > maxSegments ? [wholeOf(piece)] : placedSegments(piece),
  }));
  const starts = listed.flatMap(({ listed }) => listed.map(({ startMs }) => startMs));
  const endMs = pieces.at(-1)?.endMs ?? 0;
  const lengths = starts.map((start, i) => Math.max(1, (starts[i + 1] ?? endMs) - start));
  let number = 0;
  const lines = listed.flatMap(({ url, headBytes, listed }) => [
    `#EXT-X-MAP:URI="${url}",BYTERANGE="${headBytes}@0"`,
    ...listed.flatMap((segment) => {
      const seconds = (lengths[number] ?? 0) / 1000;
      number += 1;
      return [
        `#EXT-X-PROGRAM-DATE-TIME:${formatTimestamp(startMs + segment.startMs)}`,
        `#EXTINF:${seconds.toFixed(3)},`,
        `#EXT-X-BYTERANGE:${segment.bytes}@${segment.at}`,
        url,
      ];
    }),
  ]);
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1000, ...lengths) / 1000)}`,
    `#EXT-X-PLAYLIST-TYPE:${isWhole ? "VOD" : "EVENT"}`,
    ...lines,
    ...(isWhole ? ["#EXT-X-ENDLIST"] : []),
    "",
  ].join("\n");
}

function wholeOf({ headBytes, bytes, startMs }: CopyPiece): PlacedSegment {
  return { at: headBytes, bytes: bytes - headBytes, startMs };
}
