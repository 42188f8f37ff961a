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
  const sourceOf = objectSources(client, settings);
  return async (streamUrl: string): Promise<VideoSource> => {
    const parsed = URL.parse(streamUrl);
    if (parsed?.protocol !== "s3:") return { url: streamUrl, rules: rulesOf(settings, []) };
    const { bucket, key } = storedVideo(parsed, settings);
    return await sourceOf({ Bucket: bucket, Key: key });
  };
}

/** Makes an object of S3 a source. For objects that the service itself has named, since it checks nothing. */
export function objectSources(client: S3Client, settings: Pick<VideoSourceSettings, "hosts" | "origins">) {
  return async (place: { readonly Bucket: string; readonly Key: string }): Promise<VideoSource> => {
    const url = await getSignedUrl(client, new GetObjectCommand(place), { expiresIn: lifetimeSeconds });
    return { url, rules: rulesOf(settings, [new URL(url).hostname]) };
  };
}

function rulesOf(
  { hosts, origins }: Pick<VideoSourceSettings, "hosts" | "origins">,
  ownHosts: readonly string[],
): SourceRules {
  return {
    allowedOrigins: origins,
    ...(hosts === undefined ? {} : { allowedHosts: [...hosts, ...ownHosts] }),
  };
}
