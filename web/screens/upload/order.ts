import { partBytesOf } from "../../../shared/domain/upload/part-sizes.ts";

export type State =
  | { readonly kind: "waiting" | "reading" | "sending" | "paused" }
  | { readonly kind: "imported" | "there"; readonly stream: number }
  | { readonly kind: "failed"; readonly reason: string };

/** Maximum number of one-part files in flight. Such files wait longer for the service than for the link. */
const smallAtOnce = 6;

/** Returns `true` if an upload has not ended. A paused upload has not ended. */
export function isUnfinished({ kind }: State): boolean {
  return kind === "waiting" || kind === "paused" || isRunning(kind);
}

function isRunning(kind: State["kind"]): boolean {
  return kind === "reading" || kind === "sending";
}

/**
 * Returns the upload that may begin now. Small uploads come first, several at once. Then the large uploads follow one by
 * one, because each of them fills the link.
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
