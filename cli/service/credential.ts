import { Stop } from "../failure.ts";

/** Whether a credential is a site key. ID tokens do not begin like this. */
export function isSiteKey(credential: string | undefined): boolean {
  return credential?.startsWith("wvk_") ?? false;
}

/** What supplies the credential of each request. */
export async function credentialOf(credential: string | undefined): Promise<() => Promise<string>> {
  if (credential === undefined) {
    throw new Stop("--key is missing: a site key of the camera, or set WILDLIFE_KEY.", 2);
  }
  // A header takes visible ASCII only; what was pasted may have more.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new Stop("--key and --token have no spaces and no line breaks.", 2);
  return async () => credential;
}
