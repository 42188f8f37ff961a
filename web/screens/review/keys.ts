import type { KeyRow } from "../../keys/chosen.ts";
import { reviewText } from "../../text/review.ts";
import { shellText } from "../../text/shell.ts";

/** The meanings of this screen's keys, except moves. */
export type Action =
  | { readonly kind: "agree" | "nothing" | "name" | "look" | "watch" | "skip" | "undo" | "repeat" | "all" }
  | { readonly kind: "favourite"; readonly digit: number };

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The default keys of each action (`keyOf`). */
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

/** Returns the action of a key. @param key the default key */
export function actionOf(key: string | undefined): Action | undefined {
  const [kind] = rows.find(([, keys]) => keys.some((each) => each === key)) ?? [];
  return kind === "favourite" ? { kind, digit: Number(key) } : kind && { kind };
}

/** Returns the default keys of Review. */
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
