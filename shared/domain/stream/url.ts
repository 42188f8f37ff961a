import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";
import { text } from "../wire/text.ts";

const field = "/stream_url";

const example = "s3://waterhole-videos/2026-03-01.mp4";

/** Address of a stream's video. `checkStreamUrl` checks which URLs are allowed. */
export const StreamUrl = described(
  text(1, 2048, "an `https:` or `s3:` URL of at most 2048 characters"),
  "Address of the video: an https: or s3: URL.",
  example,
);

const hostName = "(?:[A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9_-]*";
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const port = "(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})";
const newUrl = `^(?:https://(?:${hostName}|${byte}(?:\\.${byte}){3})(?::${port})?|s3://[A-Za-z0-9._-]+)(?:[/?#][^\\u0000-\\u001f]*)?$`;
const newUrlPattern = new RegExp(newUrl, "u");

/** The URL of a new stream. `checkStreamUrl` applies the pattern, because the local stack allows other origins, too. */
export const NewStreamUrl = StreamUrl.check(
  z.meta({
    description:
      "Address of the video: an https: or s3: URL. Its host is a name in ASCII (`xn--…` for other letters) or an IPv4 address.",
    pattern: newUrl,
  }),
);

/** Rules for the URLs of new streams. */
export type StreamUrlRules = {
  /** Allowed origins on this machine, from the settings of the local stack. */
  readonly devOrigins: readonly string[];
  /** The service's own bucket. Only an upload makes a stream whose file is in it. */
  readonly ownBucket: string;
  /** True if callers with site keys may use `s3:` URLs. */
  readonly sitesNameBuckets: boolean;
};

/**
 * Allows `https:` and `s3:` URLs of the form in the API's description, and the origins in the settings of the local
 * stack. Each fetch checks whether the service may fetch the address, because a host name can point elsewhere by then.
 * @param bySite true for a caller with a site key. Such a caller may use `s3:` URLs only if the setting `SiteKeyS3`
 * allows it, because the computer that has the key is in the field, and a bucket may hold the videos of others
 * @throws Fault `invalid-request`
 */
export function checkStreamUrl(
  streamUrl: string,
  { devOrigins, ownBucket, sitesNameBuckets }: StreamUrlRules,
  bySite: boolean,
): void {
  const url = URL.parse(streamUrl);
  // Every reader of the stream would see the credentials.
  if (url !== null && (url.username !== "" || url.password !== "")) {
    throw invalid(field, "`stream_url` must not contain a user name or a password.");
  }
  if (url === null || !(devOrigins.includes(url.origin) || newUrlPattern.test(streamUrl))) {
    throw invalid(
      field,
      `\`stream_url\` must be an \`https:\` or \`s3:\` URL, for example \`${example}\`. Its host must be a name in ASCII or an IPv4 address.`,
    );
  }
  if (url.protocol === "s3:" && url.hostname.toLowerCase() === ownBucket.toLowerCase()) {
    throw invalid(
      field,
      "`stream_url` must not be in the service's own bucket: upload the video with POST /api/v1/uploads.",
    );
  }
  if (url.protocol === "s3:" && bySite && !sitesNameBuckets) {
    throw invalid(
      field,
      "`stream_url` must be an `https:` URL: this service does not allow `s3:` URLs with a site key. Upload the video with POST /api/v1/uploads, or ask your operator (parameter SiteKeyS3).",
    );
  }
}
