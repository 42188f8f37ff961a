import { signal } from "@preact/signals";
import { type Api, connect } from "../../client/api.ts";
import { deployment } from "../deployment.ts";
import { credential, renewedCredential } from "../sign-in/session.ts";

/** The reason for which requests wait now, and the end of the wait; `undefined` while no request waits. */
export const waiting = signal<{ readonly reason: "offline" | "busy"; readonly untilMs: number } | undefined>(
  undefined,
);

/** Tells the bar that a request waits. */
export function onPause(pauseMs: number, reason: string): void {
  waiting.value = {
    reason: reason === "no connection" || reason === "the connection broke" ? "offline" : "busy",
    untilMs: Date.now() + pauseMs,
  };
}

/** Sends a request once more with a new token if the service refuses the old one. */
async function fetchAsPerson(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  waiting.value = undefined;
  if (response.status !== 401) return response;
  again.headers.set("Authorization", `Bearer ${await renewedCredential()}`);
  return fetch(again);
}

/** The service's API as the person who is signed in, without retries. The callers of this client repeat requests themselves. */
export const serviceOnce: Api = connect(deployment, credential, { fetch: fetchAsPerson, patienceMs: 0 });

/** The service's API as the person who is signed in. It repeats requests. */
export const service: Api = connect(deployment, credential, { fetch: fetchAsPerson, onPause });

/** Time for which an upload waits for the network, in milliseconds. Links in the field may be down for a while. */
export const uploadPatienceMs = 15 * 60_000;

/** The service's API for uploads. */
export const uploadService: Api = connect(deployment, credential, {
  fetch: fetchAsPerson,
  onPause,
  patienceMs: uploadPatienceMs,
});
