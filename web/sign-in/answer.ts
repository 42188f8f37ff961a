import type { Pending } from "./issuer.ts";

/** What the page keeps while the browser is at the issuer: nothing that opens anything. */
type Kept = Pending & { readonly hash: string };

const key = "sign-in";
const signedOut = "signed out";

/**
 * Takes the answer of the issuer out of the address, where somebody could copy it or a screenshot show it, and puts back
 * what the page showed before.
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

/** The issuer's answer that this page was opened with, and the request that it belongs to. */
export const opened: { readonly answer?: URLSearchParams; readonly pending?: Pending } = {
  ...(answer && { answer }),
  ...(pending && { pending }),
};

/** Whether the person signed out in this tab. Then nobody is signed in without a click. */
export const wasSignedOut: boolean = kept === signedOut;

/** Remembers a request on the way to the issuer. */
export function keepRequest(request: Pending): void {
  sessionStorage.setItem(key, JSON.stringify({ ...request, hash: location.hash } satisfies Kept));
}

/** Remembers in this tab that the person signed out. */
export function keepSignedOut(): void {
  sessionStorage.setItem(key, signedOut);
}
