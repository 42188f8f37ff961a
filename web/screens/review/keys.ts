import type { KeyHelp } from "../../parts/key-help.ts";
import type { Text } from "../../text/text.ts";

/** What a key of this screen does, besides moving. */
export type Action =
  | { readonly kind: "agree" | "nothing" | "name" | "look" | "watch" | "skip" | "undo" | "repeat" | "all" }
  | { readonly kind: "favourite"; readonly digit: number };

const letters: Readonly<Record<string, Exclude<Action["kind"], "favourite">>> = {
  x: "nothing",
  s: "name",
  w: "watch",
  u: "skip",
  z: "undo",
  r: "repeat",
};

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** @param isOnControl whether a button or link has the focus, to which Enter and Space belong */
export function actionOf({ key, ctrlKey, metaKey, altKey }: Key, isOnControl: boolean): Action | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === "a") return { kind: "all" };
    return key.toLowerCase() === "z" ? { kind: "undo" } : undefined;
  }
  if (key === "Enter") return isOnControl ? undefined : { kind: "agree" };
  if (key === " ") return isOnControl ? undefined : { kind: "look" };
  if (/^[1-9]$/.test(key)) return { kind: "favourite", digit: Number(key) };
  const kind = letters[key.toLowerCase()];
  return kind && { kind };
}

export function keysOfReview({ help }: Text["review"]): readonly KeyHelp[] {
  return [
    { keys: ["←", "→", "↑", "↓"], does: help.move },
    { keys: ["Enter"], does: help.agree },
    { keys: ["X"], does: help.nothing },
    { keys: ["S"], does: help.name },
    { keys: ["1–9"], does: help.favourite },
    { keys: ["Space"], does: help.look },
    { keys: ["W"], does: help.watch },
    { keys: ["U"], does: help.skip },
    { keys: ["Z"], does: help.undo },
    { keys: ["R"], does: help.repeat },
    { keys: ["Shift+←", "→"], does: help.select },
    { keys: ["Ctrl+A"], does: help.all },
  ];
}
