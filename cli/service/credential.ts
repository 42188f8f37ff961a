import { Stop } from "../failure.ts";
import type { Options } from "../options.ts";
import { signIn } from "../sign-in/sign-in.ts";

/** Whether a credential is a site key. ID tokens do not begin like this. */
export function isSiteKey(credential: string | undefined): boolean {
  return credential?.startsWith("wvk_") ?? false;
}

/** What supplies the credential of each request. Without a given one the person signs in. */
export async function credentialOf(
  base: string,
  { credential, browser }: Pick<Options, "credential" | "browser">,
): Promise<() => Promise<string>> {
  if (credential === undefined) return signIn(base, { browser });
  // A header takes visible ASCII only; what was pasted may have more.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new Stop("--key and --token have no spaces and no line breaks.", 2);
  return async () => credential;
}
