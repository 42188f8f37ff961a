import * as z from "zod/mini";

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), token_endpoint: z.optional(z.url()) });

/** Time limit for a response of the issuer, well below the timeout of a function. */
export const issuerTimeoutMs = 4000;

/**
 * Reads the issuer's metadata (OpenID Connect Discovery 1.0, section 4).
 * @throws Error if the issuer does not respond, or if the metadata names another issuer
 */
export async function discover(issuer: string): Promise<z.infer<typeof Discovery>> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(issuerTimeoutMs), redirect: "error" });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const document = z.parse(Discovery, await response.json());
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer: ${document.issuer}`);
  return document;
}
