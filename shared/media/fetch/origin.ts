import { isIPv4 } from "node:net";
import type { MediaSettings } from "../../runtime/env.ts";

/**
 * The origin of the service's own signed URLs (see `mediaLinks`). It follows the rules by which the S3 client
 * addresses a bucket: by a host name of the bucket's own, except at an endpoint that is an IP address.
 */
export function mediaOrigin({ bucket, region, endpoint }: MediaSettings): string {
  if (endpoint === undefined) {
    const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return `https://${bucket}.s3.${region}.${suffix}`;
  }
  const { protocol, hostname, host, origin } = new URL(endpoint);
  const isAddress = isIPv4(hostname) || hostname.startsWith("[");
  return isAddress ? origin : `${protocol}//${bucket}.${host}`;
}
