import { prefer, preferences } from "../preferences.ts";
import type { KeyHelp } from "./help.ts";
import { isSingleKey, shownKey } from "./pressed.ts";

/** The screens whose keys can be changed. */
export type KeyScreen = "watch" | "review";

/** Keys of a screen that do the same, or nearly. Each is known by the key that it is at first. */
export type KeyRow = {
  readonly does: string;
  readonly keys: readonly string[];
  /**
   * Cannot be changed: keys of the whole screen, or of a control that has the focus, to which they belong besides what
   * they do elsewhere.
   */
  readonly fixed?: "screen" | "control" | undefined;
};

/** The key that does now what `key` does at first; `null`: none does. */
export function chosenKey(screen: KeyScreen, key: string): string | null {
  const own = preferences.value.keys[screen];
  return Object.hasOwn(own, key) ? (own[key] ?? null) : key;
}

/** What `chosenKey` says, unless single keys are turned off: as people read it. */
export function workingKey(screen: KeyScreen, key: string): string | undefined {
  const chosen = chosenKey(screen, key);
  return chosen === null || isOff(chosen) ? undefined : shownKey(chosen);
}

/** The key that did at first what a key does that is pressed. */
export function meaningOf(screen: KeyScreen, pressed: string): string | undefined {
  const own = preferences.value.keys[screen];
  const [changed] = Object.entries(own).find(([, chosen]) => chosen === pressed) ?? [];
  return changed ?? (Object.hasOwn(own, pressed) ? undefined : pressed);
}

/** The row that has a key, besides the one key of it that may be changed to it. */
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

/** Lets a key do what `key` does at first; `null`: none. */
export function chooseKey(screen: KeyScreen, key: string, chosen: string | null): void {
  const { keys } = preferences.peek();
  const { [key]: _, ...others } = keys[screen];
  prefer({ keys: { ...keys, [screen]: chosen === key ? others : { ...others, [key]: chosen } } });
}

/** The keys of a screen as they are now, for the help. */
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
