import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { AuthorizationResponseError, ResponseBodyError } from "oauth4webapi";
import { keepRequest, keepSignedOut, opened, wasSignedOut } from "./answer.ts";
import { findIssuer, type Issuer, newRequest, redeem, refresh, type Tokens } from "./issuer.ts";
import { answerFromWindow, windowPrefix } from "./window.ts";

/** Maximum delay of `setTimeout`: 24 days. */
const maxTimeoutMs = 2 ** 31 - 1;

export type Session =
  | { readonly kind: "starting" }
  | { readonly kind: "signed out" }
  /** `reason`: the issuer's text; `undefined` without a connection. */
  | { readonly kind: "failed"; readonly reason: string | undefined }
  /** `ended`: `true` if the person must sign in again. Requests wait until then. */
  | { readonly kind: "signed in"; readonly email: string; readonly ended: boolean };

const state = signal<Session>({ kind: "starting" });
export const session: ReadonlySignal<Session> = computed(() => state.value);

// In memory only.
let issuer: Issuer | undefined;
let tokens: Tokens | undefined;
let renewing: Promise<Tokens> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Completes a sign-in, or sends the browser to the issuer. */
export async function start(): Promise<void> {
  if (wasSignedOut) {
    state.value = { kind: "signed out" };
    return;
  }
  if (!isSecureContext) {
    state.value = { kind: "failed", reason: undefined };
    return;
  }
  await orFail(async () => {
    issuer = await findIssuer();
    const { answer, pending } = opened;
    if (answer && pending) accept(await redeem(issuer, answer, pending));
    else await leave(issuer);
  });
}

/** Sends the browser to the issuer, after a failure or a sign-out. */
export function signIn(prompt?: "select_account"): Promise<void> {
  state.value = { kind: "starting" };
  return orFail(async () => {
    issuer ??= await findIssuer();
    await leave(issuer, prompt);
  });
}

/** Deletes the tokens, and ends the session at the issuer if the issuer supports this. */
export function signOut(): void {
  const end = issuer?.server.end_session_endpoint;
  clearTimeout(timer);
  tokens = undefined;
  keepSignedOut();
  if (issuer === undefined || end === undefined) {
    location.reload();
    return;
  }
  const address = new URL(end);
  address.searchParams.set("client_id", issuer.client.client_id);
  address.searchParams.set("post_logout_redirect_uri", issuer.redirectUri);
  location.replace(address);
}

/** Returns the token for requests to the service. Waits while the person must sign in again. */
export async function credential(): Promise<string> {
  if (tokens && Date.now() < tokens.renewMs) return tokens.idToken;
  return (await renew()).idToken;
}

/** Returns new tokens even if the old ones have not expired, because the service refused them. */
export async function renewedCredential(): Promise<string> {
  return (await renew()).idToken;
}

/**
 * Signs in again in a small window, while this page stays open.
 * @returns the problem; `undefined` for success
 */
export async function signInAgain(signal: AbortSignal): Promise<"blocked" | "another person" | undefined> {
  if (issuer === undefined || tokens === undefined) return undefined;
  // The window must be opened before the first `await`. Otherwise browsers block it.
  const small = window.open("", "sign-in", "popup,width=520,height=680");
  if (small === null) return "blocked";
  const { address, pending } = await newRequest(issuer, windowPrefix);
  small.location.replace(address);
  const next = await redeem(issuer, await answerFromWindow(pending.state, signal), pending);
  if (next.subject !== tokens.subject) return "another person";
  accept(next);
  signedInAgain?.(next);
  return undefined;
}

let signedInAgain: ((next: Tokens) => void) | undefined;

/** All callers share one renewal, because a refresh token is valid only once. */
function renew(): Promise<Tokens> {
  renewing ??= renewed().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewed(): Promise<Tokens> {
  if (issuer === undefined || tokens === undefined) throw new Error("Nobody is signed in.");
  try {
    const next = await refreshWhenOnline(issuer, tokens.refreshToken);
    accept(next);
    return next;
  } catch {
    const { email } = tokens;
    const again = new Promise<Tokens>((resolve) => {
      signedInAgain = resolve;
    });
    state.value = { kind: "signed in", email, ended: true };
    return again;
  }
}

/** Waits up to five minutes for the network, because a missing network does not end the session. */
async function refreshWhenOnline(at: Issuer, refreshToken: string | undefined): Promise<Tokens> {
  if (refreshToken === undefined) throw new Error("The issuer gave no refresh token.");
  for (let attempts = 1; ; attempts++) {
    try {
      return await refresh(at, refreshToken);
    } catch (error) {
      // `fetch` throws a TypeError without a connection.
      if (!(error instanceof TypeError) || attempts === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5000));
    }
  }
}

function accept(next: Tokens): void {
  tokens = next;
  state.value = { kind: "signed in", email: next.email, ended: false };
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), Math.min(next.renewMs - Date.now(), maxTimeoutMs));
}

async function leave(to: Issuer, prompt?: string): Promise<void> {
  const { address, pending } = await newRequest(to, "", prompt);
  keepRequest(pending);
  location.replace(address);
}

async function orFail(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    state.value = { kind: "failed", reason: reasonOf(error) };
  }
}

/** Returns the issuer's text, or else the reason of a local error. `undefined` without a connection. */
export function reasonOf(error: unknown): string | undefined {
  // Thrown by `fetch` without a connection.
  if (error instanceof TypeError) return undefined;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return error.error_description ?? error.error;
  }
  return error instanceof Error ? error.message : String(error);
}
