import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { SourceRules } from "./check-source-url.ts";
import { SourceError } from "./source-error.ts";

/** Longer than any job takes. */
const lifetimeSeconds = 300;

/** Where a video is to be fetched from, and what its URL may lead to. */
export type VideoSource = { readonly url: string; readonly rules: SourceRules };

type Settings = {
  readonly buckets: readonly string[];
  readonly hosts: readonly string[] | undefined;
  readonly origins: readonly string[];
};

/**
 * Makes of a stream's URL one that can be fetched: an `s3:` URL becomes a signed one, when its bucket is one of
 * those whose videos may be cut. (The bucket must be in the region of the client, and its name without dots: TLS
 * certificates of S3 cover one label.)
 * @throws SourceError `refused`
 */
export function videoSources(client: S3Client, { buckets, hosts, origins }: Settings) {
  const rules = (own: readonly string[]) => ({
    allowedOrigins: origins,
    ...(hosts === undefined ? {} : { allowedHosts: [...hosts, ...own] }),
  });
  return async (streamUrl: string): Promise<VideoSource> => {
    const given = URL.parse(streamUrl);
    if (given?.protocol !== "s3:") return { url: streamUrl, rules: rules([]) };
    if (!buckets.includes(given.hostname)) {
      throw new SourceError("refused", "Videos of this bucket may not be cut.");
    }
    const command = new GetObjectCommand({ Bucket: given.hostname, Key: keyOf(given) });
    const url = await getSignedUrl(client, command, { expiresIn: lifetimeSeconds });
    return { url, rules: rules([new URL(url).hostname]) };
  };
}

function keyOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw new SourceError("refused", "The key of the s3: URL is not percent-encoded as it should be.");
  }
}
