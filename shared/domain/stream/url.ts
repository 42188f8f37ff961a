import * as z from "zod/mini";
import { invalid } from "../wire/fault.ts";
import { text } from "../wire/text.ts";

const field = "/stream_url";

const example = "s3://waterhole-videos/2026-03-01.mp4";

/** Address of a stream's video. `checkStreamUrl` checks which URLs are allowed. */
export const StreamUrl = text(1, 2048, "an `https:` or `s3:` URL of at most 2048 characters").check(
  z.meta({ description: "Address of the video: an https: or s3: URL.", examples: [example] }),
);

/**
 * The URL of a new stream, as the API's description bounds it. It names the common forms: `checkStreamUrl` also allows
 * IP addresses and host names outside ASCII.
 */
export const NewStreamUrl = StreamUrl.check(
  z.meta({
    pattern:
      "^(?:https://(?:[A-Za-z0-9-]+\\.)*[A-Za-z][A-Za-z0-9-]*|s3://[A-Za-z0-9.-]+)(?::[0-9]{1,4})?(?:[/?#]\\S*)?$",
  }),
);

/** Which URLs new streams may have, besides `https:` and `s3:` URLs. */
export type StreamUrlRules = {
  /** Origins on this machine, which the local stack's settings name. */
  readonly devOrigins: readonly string[];
  /** The service's own bucket, in which only uploads make streams. */
  readonly ownBucket: string;
  /** Whether site keys may name `s3:` URLs. */
  readonly sitesNameBuckets: boolean;
};

/**
 * Allows `https:` and `s3:` URLs, and the origins that the local stack's settings name. Whether the service may fetch
 * the address is checked at each fetch, because a host name can point elsewhere by then.
 * @param bySite whether a site key names it. It may only if the setting `SiteKeyS3` allows: its computer is in the
 *   field, and a bucket may hold the videos of others
 * @throws Fault `invalid-request`
 */
export function checkStreamUrl(
  streamUrl: string,
  { devOrigins, ownBucket, sitesNameBuckets }: StreamUrlRules,
  bySite: boolean,
): void {
  const url = URL.parse(streamUrl);
  const right =
    url !== null &&
    url.hostname !== "" &&
    (url.protocol === "https:" || url.protocol === "s3:" || devOrigins.includes(url.origin));
  if (!right) {
    throw invalid(field, `\`stream_url\` must be an \`https:\` or \`s3:\` URL, for example \`${example}\`.`);
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
      "`stream_url` must be an `https:` URL: in this service a site key may not name an `s3:` URL. Upload the video with POST /api/v1/uploads, or ask your operator (parameter SiteKeyS3).",
    );
  }
  // Every reader of the stream would see them.
  if (url.username !== "" || url.password !== "") {
    throw invalid(field, "`stream_url` must not contain a user name or a password.");
  }
}
