import type { VideoSourceSettings } from "../../shared/runtime/env.ts";

type Places = {
  readonly videos: VideoSourceSettings;
  /** The origin of a bucket's signed URLs. */
  readonly originOf: (bucket: string) => string;
  readonly issuer: string;
  /** The issuer's token endpoint, which may be at another host. `undefined` while the issuer cannot be reached. */
  readonly tokenEndpoint: string | undefined;
};

/**
 * Returns the Content-Security-Policy of the page. The policy allows scripts and styles from the page's own origin, signed URLs
 * of the service, videos from any host over https, and reading videos from the hosts that the deployment names.
 */
export function pagePolicy({ videos, originOf, issuer, tokenEndpoint = issuer }: Places): string {
  const buckets = [videos.ownBucket, ...videos.buckets].map(originOf);
  const signed = [...new Set([...buckets, ...videos.origins])].join(" ");
  const hosts = (videos.hosts ?? []).map((host) => `https://${host}:*`);
  const signIn = [issuer, tokenEndpoint].map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: ${signed}`,
    `media-src 'self' blob: https: ${signed}`,
    `connect-src ${[...new Set(["'self'", signed, ...hosts, ...signIn])].join(" ")}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Features that browsers allow by default and the page does not use. The page only uses fullscreen and autoplay. */
const unused = [
  "accelerometer",
  "camera",
  "display-capture",
  "encrypted-media",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

export const permissionsPolicy: string = [
  ...unused.map((feature) => `${feature}=()`),
  "autoplay=(self)",
  "fullscreen=(self)",
].join(", ");
