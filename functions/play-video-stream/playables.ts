import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { MediaLink } from "../../shared/domain/media/media.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { ExtractionError } from "../../shared/media/cut/extraction-error.ts";
import { SourceError } from "../../shared/media/fetch/source-error.ts";
import { urlSigner } from "../../shared/media/files/sign-url.ts";
import { type StoredVideo, storedVideo } from "../../shared/media/files/stored-video.ts";
import { bestVariant, type PlaylistLine, playlistLines } from "../../shared/media/read/hls-playlist.ts";
import type { VideoSourceSettings } from "../../shared/runtime/env.ts";
import type { Playable } from "../../shared/views/media/playable.ts";

/** Lifetime of a signed URL. It must be longer than playback, because players request parts of the file until the end. */
const lifetimeSeconds = 60 * 60;

const maxSegments = 2000;

/** Room for 2,000 keys of S3's maximum length, 1,024 bytes. Typical playlists of 2,000 segments have 100 to 300 KB. */
const maxPlaylistBytes = 2 ** 21;

/** Maximum size of a signed playlist, within Lambda's 6 MB. A signed URL with a session token has about 1,500 bytes. */
const maxSignedBytes = 5_000_000;

/**
 * Returns a URL or a playlist for playing a stream's video. Signs the URL of a video in S3. Rewrites an HLS playlist in
 * S3 with a signed URL for each segment. Returns any other URL unchanged.
 * @throws SourceError `refused` for an object that `storedVideo` refuses, `bad-answer`; ExtractionError `unreadable`;
 *   Fault `too-large` for a playlist that is too long
 */
export function playables(client: S3Client, settings: VideoSourceSettings, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const sign = ({ bucket, key }: StoredVideo) =>
    signUrl(new GetObjectCommand({ Bucket: bucket, Key: key }), lifetimeSeconds);

  const read = async ({ bucket, key }: StoredVideo): Promise<string> => {
    // One byte more than the maximum, to detect a longer playlist.
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${maxPlaylistBytes}` });
    try {
      const { Body } = await client.send(command);
      const text = (await Body?.transformToString()) ?? "";
      if (Buffer.byteLength(text) > maxPlaylistBytes) throw tooLong();
      return text;
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new SourceError("bad-answer", "S3 does not return the playlist.", error);
    }
  };

  const playlistAt = async (url: URL, isVariant = false): Promise<Playable> => {
    const text = await read(storedVideo(url, settings));
    const variant = bestVariant(text);
    if (variant === undefined) return rewrite(playlistLines(text), url);
    if (isVariant) throw new ExtractionError("unreadable", "A variant is a master playlist.");
    return playlistAt(resolve(variant, url), true);
  };

  const rewrite = async (lines: readonly PlaylistLine[], base: URL): Promise<Playable> => {
    if (lines.filter(({ before, uri }) => before === "" && uri !== undefined).length > maxSegments) {
      throw tooLong();
    }
    const links = new Map<string, MediaLink>();
    const signed: string[] = [];
    let bytes = 0;
    for (const { before, uri, after } of lines) {
      const object = uri === undefined ? undefined : resolve(uri, base);
      // Byte ranges of the same file share one URL.
      const link = object && (links.get(object.href) ?? (await sign(storedVideo(object, settings))));
      if (object && link) links.set(object.href, link);
      const line = `${before}${link?.url ?? ""}${after}\n`;
      bytes += Buffer.byteLength(line);
      if (bytes > maxSignedBytes) throw tooLong();
      signed.push(line);
    }
    const [first] = [...links.values()];
    if (first === undefined) throw new ExtractionError("unreadable", "The playlist has no segment.");
    return { kind: "hls", playlist: signed.join(""), expires_at: first.expires_at };
  };

  return async (streamUrl: string): Promise<Playable> => {
    const url = URL.parse(streamUrl);
    if (url === null) throw new SourceError("refused", "The URL is invalid.");
    if (url.protocol !== "s3:") {
      const readable = settings.hosts?.includes(url.hostname) || settings.origins.includes(url.origin);
      return { kind: "external", url: streamUrl, expires_at: null, readable };
    }
    const stored = storedVideo(url, settings);
    if (/\.m3u8?$/i.test(stored.key)) return playlistAt(url);
    return { kind: "file", ...(await sign(stored)), readable: true };
  };
}

/**
 * Returns the URL of the object that a playlist line names. The object must be in the bucket of the playlist.
 * @throws SourceError `refused` for any other bucket or host
 */
function resolve(uri: string, base: URL): URL {
  const url = URL.parse(uri, base.href);
  if (url?.host === base.host && url.protocol === base.protocol) return url;
  throw new SourceError("refused", "The playlist names a file outside its bucket.");
}

function tooLong(): Fault {
  return new Fault(
    "too-large",
    `The playlist of this stream is too long to play. A playlist may have at most ${maxSegments} segments. Register shorter streams.`,
  );
}
