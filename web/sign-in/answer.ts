import type { Pending } from "./issuer.ts";

/** Data that the tab keeps while the browser is at the issuer. It contains no credential. */
type Kept = Pending & { readonly hash: string };

const key = "sign-in";
const signedOut = "signed out";

/**
 * Removes the issuer's response from the address, where somebody could copy it or a screenshot could show it, and
 * restores the address that the page had before.
 */
function takeAnswer() {
  const answer = new URLSearchParams(location.search);
  const kept = sessionStorage.getItem(key);
  if (location.search === "") return { kept };
  const pending: Kept | undefined = kept?.startsWith("{") ? JSON.parse(kept) : undefined;
  sessionStorage.removeItem(key);
  history.replaceState(null, "", location.pathname + (pending?.hash ?? location.hash));
  dispatchEvent(new HashChangeEvent("hashchange"));
  return { answer, pending, kept };
}

const { answer, pending, kept } = takeAnswer();

/** The issuer's response with which this page was opened, and its request. */
export const opened: { readonly answer?: URLSearchParams; readonly pending?: Pending } = {
  ...(answer && { answer }),
  ...(pending && { pending }),
};

/** `true` if the person signed out in this tab. After that, the page signs nobody in without a click. */
export const wasSignedOut: boolean = kept === signedOut;

/** Stores a request before the browser goes to the issuer. */
export function keepRequest(request: Pending): void {
  sessionStorage.setItem(key, JSON.stringify({ ...request, hash: location.hash } satisfies Kept));
}

/** Stores in this tab that the person signed out. */
export function keepSignedOut(): void {
  sessionStorage.setItem(key, signedOut);
}
