import { createModel, effect, type ReadonlySignal } from "@preact/signals";
import type { CaptureSource } from "../../../api/capture-sources.ts";
import { isAtLeast, type Me } from "../../../api/me.ts";
import { Pencil } from "../canvas/pencil.ts";
import type { Watching } from "../watching.ts";
import { Labelling } from "./labelling.ts";

/** What a person who may label has in addition. */
export type Tools = { readonly labelling: Labelling; readonly pencil: Pencil; readonly close: () => void };

/** Time after a movement of the pointer over the list in which nothing moves there. */
const restMs = 1500;

/** The tools of a person for a stream; `undefined` if they may not label, or the stream is live: it has no clock yet. */
export function toolsFor(
  watching: Watching,
  me: Me,
  camera: ReadonlySignal<CaptureSource | undefined>,
): Tools | undefined {
  const { stream, labels } = watching;
  if (!isAtLeast(me.role, "annotator") || stream.endTime === null) return undefined;
  // A model owns the effects of all that is made here, and ends them.
  const Made = createModel(() => {
    const labelling = new Labelling(watching, me, camera);
    const pencil = new Pencil(watching, labelling);
    const isPointerHeld = heldPointer();
    labels.isHeld = () => pencil.isBusy || isPointerHeld();
    return { tools: () => ({ labelling, pencil }) };
  });
  const made = new Made();
  return { ...made.tools(), close: () => made[Symbol.dispose]() };
}

/** Whether a pointer is pressed, or just moved over the list: what it is about to hit must not move. */
function heldPointer(): () => boolean {
  let isPressed = false;
  let movedMs = Number.NEGATIVE_INFINITY;
  effect(() => {
    const done = new AbortController();
    const { signal } = done;
    addEventListener("pointerdown", () => (isPressed = true), { signal, capture: true });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => (isPressed = false), { signal, capture: true });
    }
    addEventListener(
      "pointermove",
      ({ target }) => {
        if (target instanceof Element && target.closest(".labels")) movedMs = performance.now();
      },
      { signal, passive: true },
    );
    return () => done.abort();
  });
  return () => isPressed || performance.now() - movedMs < restMs;
}
