import { prefer, preferences } from "../preferences.ts";
import type { KeyHelp } from "./help.ts";
import { isSingleKey, shownKey } from "./pressed.ts";

/** The screens whose keys can be changed. */
export type KeyScreen = "watch" | "review";

/** Keys of a screen with the same or a similar meaning. The default keys identify such a group. */
export type KeyRow = {
  readonly does: string;
  readonly keys: readonly string[];
  /** These keys cannot be changed, because they belong to the whole screen or to the control that has the focus. */
  readonly fixed?: "screen" | "control" | undefined;
};

/** Returns the key that now has the meaning of the default key `key`; `null` if the meaning is turned off. */
export function chosenKey(screen: KeyScreen, key: string): string | null {
  const own = preferences.value.keys[screen];
  return Object.hasOwn(own, key) ? (own[key] ?? null) : key;
}

/**
 * Returns the result of `chosenKey` as text for people; `undefined` if single keys are turned off or the meaning has no
 * key.
 */
export function workingKey(screen: KeyScreen, key: string): string | undefined {
  const chosen = chosenKey(screen, key);
  return chosen === null || isOff(chosen) ? undefined : shownKey(chosen);
}

/** Returns the default key that has the meaning of the pressed key. */
export function meaningOf(screen: KeyScreen, pressed: string): string | undefined {
  const own = preferences.value.keys[screen];
  const [changed] = Object.entries(own).find(([, chosen]) => chosen === pressed) ?? [];
  return changed ?? (Object.hasOwn(own, pressed) ? undefined : pressed);
}

/** Returns the row that already uses the key `wanted`. The default key `except` is being changed, and is ignored. */
export function rowWith(
  screen: KeyScreen,
  rows: readonly KeyRow[],
  wanted: string,
  except: string,
): KeyRow | undefined {
  return rows.find(({ keys, fixed }) =>
    fixed === undefined
      ? keys.some((key) => key !== except && chosenKey(screen, key) === wanted)
      : fixed === "screen" && keys.includes(wanted),
  );
}

/** Sets the key for the meaning of the default key `key`. `null` turns the meaning off. */
export function chooseKey(screen: KeyScreen, key: string, chosen: string | null): void {
  const { keys } = preferences.peek();
  const { [key]: _, ...others } = keys[screen];
  prefer({ keys: { ...keys, [screen]: chosen === key ? others : { ...others, [key]: chosen } } });
}

/** Returns the current keys of a screen, for the help. */
export function helpOf(screen: KeyScreen, rows: readonly KeyRow[]): readonly KeyHelp[] {
  return rows.flatMap(({ does, keys, fixed }) => {
    const shown = fixed
      ? keys.filter((key) => !isOff(key)).map(shownKey)
      : keys.flatMap((key) => workingKey(screen, key) ?? []);
    return shown.length === 0 ? [] : [{ does, keys: shown }];
  });
}

function isOff(key: string): boolean {
  return !preferences.value.singleKeys && isSingleKey(key);
}
