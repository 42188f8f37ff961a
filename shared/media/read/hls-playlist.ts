import { ExtractionError } from "../cut/extraction-error.ts";

/** The tags of a media playlist that a player needs and that name no other file (RFC 8216, section 4.3). */
const keptTags = new Set([
  "EXTM3U",
  "EXTINF",
  "EXT-X-BYTERANGE",
  "EXT-X-DISCONTINUITY",
  "EXT-X-DISCONTINUITY-SEQUENCE",
  "EXT-X-ENDLIST",
  "EXT-X-GAP",
  "EXT-X-INDEPENDENT-SEGMENTS",
  "EXT-X-MEDIA-SEQUENCE",
  "EXT-X-PLAYLIST-TYPE",
  "EXT-X-PROGRAM-DATE-TIME",
  "EXT-X-START",
  "EXT-X-TARGETDURATION",
  "EXT-X-VERSION",
]);

/** The tags whose attribute `URI` names a file that a player needs: the head of fragments, and a key. */
const tagsWithFile = new Set(["EXT-X-MAP", "EXT-X-KEY"]);

/** The text before the attribute `URI`, its value, and the text after it. */
const withUri = /^(#[^:]*:(?:[A-Z0-9-]+=(?:"[^"]*"|[^",]*),)*?URI=")([^"]*)(".*)$/;

/**
 * A line of a playlist. `uri` is the address of the file that it names; `before` and `after` are the text around it.
 */
export type PlaylistLine = { readonly before: string; readonly uri?: string; readonly after: string };

/**
 * The lines of a media playlist that a player needs. Any other tag is left out, because it may name another file.
 * @throws ExtractionError `unreadable`
 */
export function playlistLines(text: string): readonly PlaylistLine[] {
  return linesOf(text).flatMap((line): PlaylistLine[] => {
    const tag = tagOf(line);
    if (tag === undefined) return [{ before: "", uri: line, after: "" }];
    // Any address may contain the variables that this tag defines.
    if (tag === "EXT-X-DEFINE") throw unreadable("The playlist has variables.");
    if (keptTags.has(tag)) return [{ before: line, after: "" }];
    if (!tagsWithFile.has(tag)) return [];
    const [, before = line, uri, after = ""] = withUri.exec(line) ?? [];
    if (line.split("URI=").length - 1 !== (uri === undefined ? 0 : 1)) {
      throw unreadable("A tag has several addresses, or one without quotes.");
    }
    return [uri === undefined ? { before, after } : { before, uri, after }];
  });
}

/**
 * The address of the variant with the most bits per second in a master playlist; `undefined` for a media playlist.
 * @throws ExtractionError `unreadable`
 */
export function bestVariant(text: string): string | undefined {
  const lines = linesOf(text);
  const variants = lines.flatMap((line, i) => {
    if (tagOf(line) !== "EXT-X-STREAM-INF") return [];
    const uri = lines.slice(i + 1).find((next) => tagOf(next) === undefined);
    const bandwidth = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0);
    return uri === undefined ? [] : [{ uri, bandwidth }];
  });
  return variants.toSorted((a, b) => b.bandwidth - a.bandwidth)[0]?.uri;
}

/** Lines that are neither empty nor comments. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== "#EXTM3U") throw unreadable("The playlist does not begin with #EXTM3U.");
  return lines.filter((line) => line !== "" && (!line.startsWith("#") || line.startsWith("#EXT")));
}

/** The name of a tag; `undefined` for an address. */
function tagOf(line: string): string | undefined {
  return line.startsWith("#") ? line.slice(1).split(":", 1)[0] : undefined;
}

function unreadable(message: string): ExtractionError {
  return new ExtractionError("unreadable", message);
}
