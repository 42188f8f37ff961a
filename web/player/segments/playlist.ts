/** A part of a file. */
export type Range = { readonly url: string; readonly from: number; readonly until: number };

/** A line of a playlist of the service. */
export type Listed = Range & {
  /** Part that comes before the segment in a file that can be played. */
  readonly head: Range;
  /** Date of its first frame, rounded down, in milliseconds since 1970. */
  readonly dateMs: number;
  readonly lengthMs: number;
};

/**
 * Reads an HLS playlist (RFC 8216) that the service wrote: each segment has a date and a byte range, and a head.
 * @throws Error if a segment lacks one of them
 */
export function parsePlaylist(text: string): { segments: readonly Listed[]; isComplete: boolean } {
  const segments: Listed[] = [];
  let isComplete = false;
  let head: Range | undefined;
  let [dateMs, lengthMs, bytes] = [Number.NaN, Number.NaN, ""];
  for (const line of text.split(/\r?\n/)) {
    const [tag, value = ""] = line.split(/:(.*)/);
    if (tag === "#EXT-X-MAP") {
      const [, url = "", range = ""] = /URI="([^"]*)",BYTERANGE="([^"]*)"/.exec(value) ?? [];
      head = rangeOf(url, range);
    } else if (tag === "#EXT-X-PROGRAM-DATE-TIME") dateMs = Date.parse(value);
    else if (tag === "#EXTINF") lengthMs = Number.parseFloat(value) * 1000;
    else if (tag === "#EXT-X-BYTERANGE") bytes = value;
    else if (tag === "#EXT-X-ENDLIST") isComplete = true;
    else if (line !== "" && !line.startsWith("#")) {
      if (head === undefined || Number.isNaN(dateMs + lengthMs)) throw new Error("A segment lacks its date.");
      segments.push({ ...rangeOf(line, bytes), head, dateMs, lengthMs });
      [dateMs, lengthMs, bytes] = [Number.NaN, Number.NaN, ""];
    }
  }
  return { segments, isComplete };
}

/** @param range `<length>@<start>` */
function rangeOf(url: string, range: string): Range {
  const [, length, from] = /^(\d+)@(\d+)$/.exec(range) ?? [];
  if (length === undefined) throw new Error("A segment lacks its range.");
  return { url, from: Number(from), until: Number(from) + Number(length) };
}
