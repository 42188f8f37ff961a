import * as z from "zod/mini";
import { invalid } from "./fault.ts";
import { text } from "./text.ts";

const pointer = "/body/stream_url";

/** Where a stream's video lies; `checkStreamUrl` says what it may be. */
export const StreamUrl = text(1, 2048).check(
  z.meta({
    description: "Where the video lies: an https: or s3: URL.",
    examples: ["s3://waterhole-videos/2026-03-01.mp4"],
  }),
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

/**
 * Checks where a stream's video lies: `https:` or `s3:`, or an origin that the local stack's settings name.
 * Whether the address may be fetched is decided when it is (a name can point elsewhere by then).
 * @throws Fault `invalid-request`
 */
export function checkStreamUrl(streamUrl: string, allowedOrigins: readonly string[]): void {
  const url = URL.parse(streamUrl);
  const right =
    url !== null &&
    url.hostname !== "" &&
    (url.protocol === "https:" || url.protocol === "s3:" || allowedOrigins.includes(url.origin));
  if (!right) throw invalid(pointer, "Must be an https: or s3: URL");
  // They would be shown to every reader of the stream.
  if (url.username !== "" || url.password !== "")
    throw invalid(pointer, "Must not hold a user name or a password");
}
