import { helpOf, type KeyRow } from "../../keys/chosen.ts";
import type { KeyHelp } from "../../keys/help.ts";
import { reviewText } from "../../text/review.ts";
import { shellText } from "../../text/shell.ts";

/** What a key of this screen does, besides moving. */
export type Action =
  | { readonly kind: "agree" | "nothing" | "name" | "look" | "watch" | "skip" | "undo" | "repeat" | "all" }
  | { readonly kind: "favourite"; readonly digit: number };

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The keys of each action, as they are at first (`keyOf`). */
const rows: readonly (readonly [Action["kind"], readonly string[]])[] = [
  ["agree", ["Enter"]],
  ["nothing", ["x"]],
  ["name", ["s"]],
  ["favourite", digits],
  ["look", ["Space"]],
  ["watch", ["w"]],
  ["skip", ["u"]],
  ["undo", ["z", "Ctrl+z"]],
  ["repeat", ["r"]],
  ["all", ["Ctrl+a"]],
];

/** What a key does. @param key what it is at first */
export function actionOf(key: string | undefined): Action | undefined {
  const [kind] = rows.find(([, keys]) => keys.some((each) => each === key)) ?? [];
  return kind === "favourite" ? { kind, digit: Number(key) } : kind && { kind };
}

/** The keys of Review, as they are at first. */
export function keysOfReview(): readonly KeyRow[] {
  const { help } = reviewText.value;
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  return [
    { does: help.move, keys: [...arrows, "Home", "End"], fixed: "screen" },
    { does: help.select, keys: arrows.map((key) => `Shift+${key}`), fixed: "screen" },
    ...rows.map(([kind, keys]) => ({ does: help[kind], keys })),
    { does: shellText.value.keys, keys: ["?"], fixed: "screen" },
  ];
}

/** The keys of Review as they are now, for the help. */
export function helpOfReview(): readonly KeyHelp[] {
  return helpOf("review", keysOfReview());
}
