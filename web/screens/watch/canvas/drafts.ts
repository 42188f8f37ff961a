import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Drawing } from "../../../labels/drawing.ts";
import { warnBeforeClose } from "../../../saving/warn-before-close.ts";

/** Drafts of all streams, which are kept until the page is closed. */
const drafts = signal<ReadonlyMap<number, Drawing["draft"]>>(new Map());

/** `true` while a box is being moved: its new place is saved only when the move ends. */
const isMoving = signal(false);

warnBeforeClose(
  computed(() => isMoving.value || [...drafts.value.values()].some((draft) => draft.length > 0)),
);

/** Returns the draft of a stream that was left. */
export function draftOf(stream: number): Drawing["draft"] {
  return drafts.peek().get(stream) ?? [];
}

/** Keeps the draft of a stream while another screen is open, and protects unfinished work when the tab is closed. */
export function keepDraft(stream: number, drawing: ReadonlySignal<Drawing>): void {
  effect(() => {
    drafts.value = new Map(drafts.peek()).set(stream, drawing.value.draft);
  });
  effect(() => {
    isMoving.value = drawing.value.hand?.kind === "drag";
    return () => {
      isMoving.value = false;
    };
  });
}
