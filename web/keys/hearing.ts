import { computed, effect, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { preferences } from "../preferences.ts";
import { route } from "../route.ts";
import type { KeyScreen } from "./chosen.ts";
import { isHelpShown } from "./help.ts";
import { isModifier, isSingleKey, keyOf } from "./pressed.ts";

/** A key that is pressed. */
export type Press = {
  /** The key's name (`keyOf`). */
  readonly key: string;
  /** `true` if the keyboard repeats the key, because it is held down. */
  readonly isRepeat: boolean;
  /** The element that has the focus. */
  readonly target: EventTarget | null;
};

/** Handles a key of a screen. @returns `true` if the key has a meaning; the browser then ignores it */
export type Hearer = (press: Press) => boolean;

const screensWithKeys: readonly string[] = ["watch", "review"];

/** The screen in the address, if it has keys: `review`, `watch 5`. */
const place = computed(() => {
  const { screen, id } = route.value;
  return screensWithKeys.includes(screen) ? placeOf(screen, id) : undefined;
});
const hearers = new Map<string, Hearer>();
/** Keys that wait for a screen that is still loading. */
let early: readonly Press[] = [];

/** The reason for which the last key did nothing. */
export const keyAnswer = signal<string | undefined>(undefined);

/**
 * Listens to all keys of the page, from the start until it is closed. The screen in the address gives a key its meaning
 * when the key is pressed. While that screen is loading, keys wait for it. Dialogs, fields, and controls with keys of
 * their own have priority.
 */
export function hearKeys(): void {
  document.addEventListener("keydown", onPress);
  document.addEventListener("pointerdown", () => {
    keyAnswer.value = undefined;
  });
  effect(() => {
    place.value;
    // The waiting keys were meant for the previous screen.
    early = [];
    keyAnswer.value = undefined;
  });
}

/** Sends keys to a screen while it is shown, beginning with the keys that waited for it. */
export function useKeys(screen: KeyScreen, id: number | undefined, hearer: Hearer | undefined): void {
  useLayoutEffect(() => {
    if (hearer === undefined) return undefined;
    return hearWith(placeOf(screen, id), hearer);
  }, [screen, id, hearer]);
}

/** @returns a function that stops it */
export function hearWith(at: string, hearer: Hearer): () => void {
  hearers.set(at, hearer);
  if (at === place.peek()) {
    const waiting = early;
    early = [];
    for (const press of waiting) hearer(press);
  }
  return () => {
    if (hearers.get(at) === hearer) hearers.delete(at);
  };
}

function placeOf(screen: string, id: number | undefined): string {
  return id === undefined ? screen : `${screen} ${id}`;
}

function onPress(event: KeyboardEvent): void {
  const key = keyOf(event);
  if (isModifier(key) || event.defaultPrevented || isForOthers(event, key)) return;
  keyAnswer.value = undefined;
  if (key === "?") {
    event.preventDefault();
    isHelpShown.value = true;
    return;
  }
  const at = place.peek();
  if (at === undefined) return;
  const press = { key, isRepeat: event.repeat, target: event.target };
  const hearer = hearers.get(at);
  if (hearer === undefined) {
    // A key that is held down waits only once.
    if (!event.repeat) early = [...early, press];
  } else if (hearer(press)) event.preventDefault();
}

/** Returns `true` for keys in text fields and dialogs, and for single keys while these are turned off. */
function isForOthers({ target }: KeyboardEvent, key: string): boolean {
  if (!preferences.peek().singleKeys && isSingleKey(key)) return true;
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
