import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { VideoSourceSettings } from "../../runtime/env.ts";
import { storedVideo } from "../files/stored-video.ts";
import type { SourceRules } from "./check-source-url.ts";

/** Lifetime of a signed URL: longer than any job takes. */
const lifetimeSeconds = 300;

/** The URL to fetch a video from, and the rules for its requests. */
export type VideoSource = { readonly url: string; readonly rules: SourceRules };

/**
 * Turns a stream's URL into one that can be fetched. An `s3:` URL becomes a signed URL if `storedVideo` allows it. The
 * bucket must be in the client's region, and its name must have no dots, since S3's TLS certificates cover one label.
 * @throws SourceError `refused`
 */
export function videoSources(client: S3Client, settings: VideoSourceSettings) {
  const { hosts, origins } = settings;
  const rules = (ownHosts: readonly string[]) => ({
    allowedOrigins: origins,
    ...(hosts === undefined ? {} : { allowedHosts: [...hosts, ...ownHosts] }),
  });
  return async (streamUrl: string): Promise<VideoSource> => {
    const parsed = URL.parse(streamUrl);
    if (parsed?.protocol !== "s3:") return { url: streamUrl, rules: rules([]) };
    const { bucket, key } = storedVideo(parsed, settings);
    const command = new GetObjectCommand({ Bucket: bucket, Key: key });
    const url = await getSignedUrl(client, command, { expiresIn: lifetimeSeconds });
    return { url, rules: rules([new URL(url).hostname]) };
  };
}
