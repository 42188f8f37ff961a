import type { Signal } from "@preact/signals";
import { meaningOf } from "../../keys/chosen.ts";
import { columnsOf } from "../../keys/grid.ts";
import { type Hearer, keyAnswer } from "../../keys/hearing.ts";
import { momentLink } from "../../parts/list/last-opened.ts";
import { go } from "../../route.ts";
import { reviewText } from "../../text/review.ts";
import { type Action, actionOf } from "./keys.ts";
import type { Reviewing } from "./reviewing.ts";

/** Handles the keys of Review, wherever the focus is. */
export function keysOf(reviewing: Reviewing, isLooping: Signal<boolean>): Hearer {
  return ({ key: pressed, isRepeat, target }) => {
    if (isMove(pressed, reviewing)) return true;
    const action = actionOf(meaningOf("review", pressed));
    if (action === undefined || isForControl(target, pressed)) return false;
    // A key that is held down decides only once, but moves repeatedly.
    if (!isRepeat) act(action, reviewing, isLooping);
    return true;
  };
}

/** @param pressed such as `ArrowLeft`; with Shift it also selects */
function isMove(pressed: string, reviewing: Reviewing): boolean {
  const [, shift, key = ""] = /^(Shift\+)?(.+)$/.exec(pressed) ?? [];
  const grid = document.querySelector<HTMLElement>(".crops");
  return reviewing.move(key, grid ? columnsOf(grid) : 1, shift !== undefined);
}

/** Returns `true` if a key activates the focused control. */
function isForControl(target: EventTarget | null, key: string): boolean {
  const isPress = key === "Enter" || key === "Space";
  return isPress && target instanceof Element && target.matches("button, a, summary");
}

/** Runs an action. If the labels are still loading, says so instead, so that nobody decides on a label unseen. */
function act(action: Action, reviewing: Reviewing, isLooping: Signal<boolean>): void {
  if (needsLabel(action) && reviewing.chosen.peek().length === 0) {
    const { notYet, noneLeft } = reviewText.peek();
    keyAnswer.value = reviewing.list.isComplete.peek() ? noneLeft : notYet;
    return;
  }
  acts[action.kind](reviewing, isLooping, action.kind === "favourite" ? action.digit : 0);
}

type Do = (reviewing: Reviewing, isLooping: Signal<boolean>, digit: number) => unknown;

const acts: Readonly<Record<Action["kind"], Do>> = {
  agree: (reviewing) => reviewing.agree(),
  nothing: (reviewing) => reviewing.nothingThere(),
  name: (reviewing) => {
    reviewing.isNaming.value = true;
  },
  favourite: (reviewing, _, digit) => reviewing.chooseFavourite(digit),
  look: (_, isLooping) => {
    isLooping.value = !isLooping.peek();
  },
  watch: (reviewing) => {
    const item = reviewing.current.peek();
    if (item) go(momentLink(item.label.row));
  },
  skip: (reviewing) => reviewing.skip(),
  undo: (reviewing) => {
    if (reviewing.decisions.canUndo.peek()) reviewing.undo();
    else keyAnswer.value = reviewText.peek().nothingToUndo;
  },
  repeat: (reviewing) => {
    if (!reviewing.repeat()) keyAnswer.value = reviewText.peek().nothingToRepeat;
  },
  all: (reviewing) => reviewing.selectAll(),
};

function needsLabel({ kind }: Action): boolean {
  return kind !== "undo" && kind !== "look" && kind !== "all";
}
