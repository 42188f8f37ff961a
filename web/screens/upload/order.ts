import { partBytesOf } from "../../../shared/domain/upload/part-sizes.ts";

export type State =
  | { readonly kind: "waiting" | "reading" | "sending" | "paused" }
  | { readonly kind: "imported" | "there"; readonly stream: number }
  | { readonly kind: "failed"; readonly reason: string };

/** Files of one part that are uploaded at the same time: each waits for the service more than for the link. */
const smallAtOnce = 6;

/** Whether an upload has not ended. One that is paused has not. */
export function isUnfinished({ kind }: State): boolean {
  return kind === "waiting" || kind === "paused" || isRunning(kind);
}

function isRunning(kind: State["kind"]): boolean {
  return kind === "reading" || kind === "sending";
}

/**
 * The upload that may begin now: the small ones first, several at once, then the large ones, of which each fills the
 * link by itself.
 */
export function nextToRun<U extends { readonly bytes: number; readonly state: { readonly value: State } }>(
  uploads: readonly U[],
): U | undefined {
  const isSmall = ({ bytes }: U) => bytes <= partBytesOf(bytes);
  const running = uploads.filter(({ state }) => isRunning(state.value.kind));
  if (running.length >= smallAtOnce || !running.every(isSmall)) return undefined;
  const waiting = uploads.filter(({ state }) => state.value.kind === "waiting");
  return waiting.find(isSmall) ?? (running.length === 0 ? waiting[0] : undefined);
}
