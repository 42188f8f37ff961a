import { AsyncLocalStorage } from "node:async_hooks";

const admission = new AsyncLocalStorage<Promise<unknown>>();

/**
 * Runs a request's logic while its caller is still being admitted, so that reads do not wait for the caller's rate
 * limit and role. Writes do wait: they call `untilAdmitted` first.
 * @param admitted resolves to the actor of the request's changes; rejects when the caller may not make the request
 */
export function whileAdmitting<T>(admitted: Promise<unknown>, run: () => Promise<T>): Promise<T> {
  return admission.run(admitted, run);
}

/** Runs work whose changes have this actor, such as a job. Within a request, writes still wait for its caller. */
export function asActor<T>(actor: object, run: () => Promise<T>): Promise<T> {
  return admission.run(handled(untilAdmitted().then(() => actor)), run);
}

/**
 * Waits until the request's caller is admitted. Resolves at once outside a request.
 * @returns the actor of changes (see `actorOf`); `undefined` outside requests and jobs
 * @throws Fault with the reason, if the caller is refused
 */
export async function untilAdmitted(): Promise<unknown> {
  return admission.getStore();
}

/**
 * Marks a promise as handled: a rejection is not reported as unhandled, and is thrown only where the promise is
 * awaited.
 */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A value, or the promise of it. */
export type Eventual<T> = T | Promise<T>;
