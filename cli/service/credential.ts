import { Stop } from "../failure.ts";
import type { Options } from "../options.ts";
import { signIn } from "../sign-in/sign-in.ts";

/** True if a credential is a site key. ID tokens never begin with these letters. */
export function isSiteKey(credential: string | undefined): boolean {
  return credential?.startsWith("wvk_") ?? false;
}

/** Returns a function that supplies the credential of each request. Without a given one, the person signs in. */
export async function credentialOf(
  base: string,
  { credential, browser }: Pick<Options, "credential" | "browser">,
): Promise<() => Promise<string>> {
  if (credential === undefined) return signIn(base, { browser });
  // A header may contain only visible ASCII, and a pasted text may contain more.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new Stop("--key and --token must have no spaces and no line breaks.", 2);
  return async () => credential;
}
