import { computed, effect, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { preferences } from "../preferences.ts";
import { route } from "../route.ts";
import { isHelpShown } from "./help.ts";
import { isModifier, isSingleKey, keyOf } from "./pressed.ts";

/** A key that is pressed. */
export type Press = {
  /** Its name (`keyOf`). */
  readonly key: string;
  /** Whether the keyboard repeats it, because it is held down. */
  readonly isRepeat: boolean;
  /** What has the focus. */
  readonly target: EventTarget | null;
};

/** What a screen does with keys. */
export type Hearer = {
  /** @returns whether the key means something: then the browser does nothing else with it */
  readonly press: (press: Press) => boolean;
  /** A key that meant something is let go, or the window has lost the focus. */
  readonly release?: (press: Press) => void;
};

const screensWithKeys: readonly string[] = ["watch", "review"];

/** The screen that the address names, if it has keys: `review`, `watch 5`. */
const place = computed(() => {
  const { screen, id } = route.value;
  return screensWithKeys.includes(screen) ? placeOf(screen, id) : undefined;
});
const hearers = new Map<string, Hearer>();
/** Keys for a screen that is not there yet. */
let early: readonly Press[] = [];
/** Keys that are held down, by their place on the keyboard. */
const held = new Map<string, { readonly press: Press; readonly hearer: Hearer }>();

/** Why the last key did nothing. */
export const keyAnswer = signal<string | undefined>(undefined);

/**
 * Hears all keys of the page, from before anything is shown until it is closed. What a key means is asked of the screen
 * that the address names, when the key is pressed. While that screen is not there yet, keys wait for it. Fields, controls
 * that take a key themselves and dialogs come first.
 */
export function hearKeys(): void {
  document.addEventListener("keydown", onPress);
  document.addEventListener("keyup", ({ code }) => letGo(code));
  addEventListener("blur", () => {
    for (const code of held.keys()) letGo(code);
  });
  document.addEventListener("pointerdown", () => {
    keyAnswer.value = undefined;
  });
  effect(() => {
    place.value;
    // They were for the screen that was left.
    early = [];
    keyAnswer.value = undefined;
  });
}

/** Lets a screen hear its keys while it is shown, those first that came before it. */
export function useKeys(
  screen: "watch" | "review",
  id: number | undefined,
  hearer: Hearer | undefined,
): void {
  useLayoutEffect(() => {
    if (hearer === undefined) return undefined;
    return hearWith(placeOf(screen, id), hearer);
  }, [screen, id, hearer]);
}

/** @returns ends it */
export function hearWith(at: string, hearer: Hearer): () => void {
  hearers.set(at, hearer);
  if (at === place.peek()) {
    const waiting = early;
    early = [];
    for (const press of waiting) hearer.press(press);
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
    // A key that is held down waits once.
    if (!event.repeat) early = [...early, press];
  } else if (hearer.press(press)) {
    event.preventDefault();
    if (!event.repeat) held.set(event.code, { press, hearer });
  }
}

function letGo(code: string): void {
  const { press, hearer } = held.get(code) ?? {};
  held.delete(code);
  if (press) hearer?.release?.(press);
}

/** Whether a key is for a field in which somebody types, or for a dialog; or a single key while those are off. */
function isForOthers({ target }: KeyboardEvent, key: string): boolean {
  if (!preferences.peek().singleKeys && isSingleKey(key)) return true;
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
