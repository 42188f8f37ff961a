import type { VideoSourceSettings } from "../../runtime/env.ts";
import { SourceError } from "../fetch/source-error.ts";
import { videoKeys } from "./video-key.ts";

/** An object in S3 with a video, a playlist or a segment. */
export type StoredVideo = { readonly bucket: string; readonly key: string };

/**
 * The object that an `s3:` URL names: in a bucket of `buckets`, or an uploaded video in the service's own bucket.
 * @throws SourceError `refused` for every other object
 */
export function storedVideo(
  url: URL,
  { ownBucket, buckets }: Pick<VideoSourceSettings, "ownBucket" | "buckets">,
): StoredVideo {
  const stored = { bucket: url.hostname, key: keyOf(url) };
  const isAllowed =
    stored.bucket === ownBucket ? videoKeys.test(stored.key) : buckets.includes(stored.bucket);
  if (url.protocol === "s3:" && isAllowed) return stored;
  throw new SourceError("refused", "This object may not be read.");
}

function keyOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw new SourceError("refused", "The key of the s3: URL is not valid percent-encoding.");
  }
}
