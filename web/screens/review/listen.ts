import type { Signal } from "@preact/signals";
import { meaningOf } from "../../keys/chosen.ts";
import { columnsOf } from "../../keys/grid.ts";
import { isTyping } from "../../keys/help.ts";
import { keyOf } from "../../keys/pressed.ts";
import { momentLink } from "../../parts/list/last-opened.ts";
import { go } from "../../route.ts";
import { type Action, actionOf } from "./keys.ts";
import type { Reviewing } from "./reviewing.ts";

/** Does what the keys of Review say, wherever the focus is, except in fields and dialogs. @returns ends it */
export function listen(reviewing: Reviewing, isLooping: Signal<boolean>): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (isMove(event, reviewing)) {
      event.preventDefault();
      return;
    }
    const pressed = keyOf(event);
    const action = actionOf(meaningOf("review", pressed));
    if (action === undefined || isForControl(event.target, pressed)) return;
    event.preventDefault();
    // A key that is held down decides once. Moving goes on.
    if (!event.repeat) act(action, reviewing, isLooping);
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function isMove({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, reviewing: Reviewing): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const grid = document.querySelector<HTMLElement>(".crops");
  return reviewing.move(key, grid ? columnsOf(grid) : 1, shiftKey);
}

/** Whether a key presses what has the focus. */
function isForControl(target: EventTarget | null, key: string): boolean {
  const isPress = key === "Enter" || key === "Space";
  return isPress && target instanceof Element && target.matches("button, a, summary");
}

function act(action: Action, reviewing: Reviewing, isLooping: Signal<boolean>): void {
  switch (action.kind) {
    case "agree":
      reviewing.agree();
      return;
    case "nothing":
      void reviewing.nothingThere();
      return;
    case "name":
      reviewing.isNaming.value = true;
      return;
    case "favourite":
      void reviewing.chooseFavourite(action.digit);
      return;
    case "look":
      isLooping.value = !isLooping.peek();
      return;
    case "watch": {
      const item = reviewing.current.peek();
      if (item) go(momentLink(item.label.row));
      return;
    }
    case "skip":
      reviewing.skip();
      return;
    case "undo":
      reviewing.undo();
      return;
    case "repeat":
      reviewing.repeat();
      return;
    case "all":
      reviewing.selectAll();
      return;
  }
}
