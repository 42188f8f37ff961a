import { createModel, effect, type ReadonlySignal } from "@preact/signals";
import type { CaptureSource } from "../../../api/capture-sources.ts";
import { isAtLeast, type Me } from "../../../api/me.ts";
import { Pencil } from "../canvas/pencil.ts";
import type { Watching } from "../watching.ts";
import { Labelling } from "./labelling.ts";

/** Additional tools of a person who may label. */
export type Tools = { readonly labelling: Labelling; readonly pencil: Pencil; readonly close: () => void };

/** Time after the pointer's last movement over the list in which the list must not move, in milliseconds. */
const restMs = 1500;

/**
 * Returns the tools of a person for a stream. `undefined` if the person may not label, or if the stream is live,
 * because live streams have no clock yet.
 */
export function toolsFor(
  watching: Watching,
  me: Me,
  camera: ReadonlySignal<CaptureSource | undefined>,
): Tools | undefined {
  const { stream, labels } = watching;
  if (!isAtLeast(me.role, "annotator") || stream.endTime === null) return undefined;
  // A model collects the effects created in it, and disposes of them together.
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

/**
 * Returns a function that is `true` while a pointer is pressed, or was just moved over the list. During this time, the
 * target of the next click must not move.
 */
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
