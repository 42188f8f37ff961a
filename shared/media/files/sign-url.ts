import type {
  $Command,
  S3Client,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { MediaLink } from "../../domain/media/media.ts";
import { formatTimestamp } from "../../domain/time/timestamp.ts";

/**
 * Signs URLs of objects in S3, which then need no credential (S3 User Guide, "presigned URLs"). A URL also expires with
 * the session of its signer: `expires_at` is the earlier of the two times.
 * @param headers names of the headers that the request must send as they are in the command
 */
export function urlSigner(client: S3Client, nowMs: () => number) {
  return async <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: $Command<Input, Output, S3ClientResolvedConfig>,
    lifetimeSeconds: number,
    headers: readonly string[] = [],
  ): Promise<MediaLink> => {
    const signingMs = nowMs();
    const { expiration } = await client.config.credentials();
    const url = await getSignedUrl(client, command, {
      expiresIn: lifetimeSeconds,
      signingDate: new Date(signingMs),
      signableHeaders: new Set(["host", ...headers]),
      // A value signed in the URL's query would not constrain the request's header.
      unhoistableHeaders: new Set(headers),
    });
    const endMs = Math.min(signingMs + lifetimeSeconds * 1000, expiration?.getTime() ?? Infinity);
    return { url, expires_at: formatTimestamp(endMs) };
  };
}
