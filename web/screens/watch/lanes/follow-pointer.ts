type Follower = {
  readonly onMove: (x: number) => void;
  /** @param isLetGo `false` if Escape or the browser ended the movement */
  readonly onEnd?: (isLetGo: boolean) => void;
};

/** Follows a pressed pointer until it is released. `x` is in pixels of the element. */
export function followPointer(event: PointerEvent, { onMove, onEnd }: Follower): void {
  const { currentTarget: element, pointerId } = event;
  if (!(element instanceof HTMLElement)) return;
  element.setPointerCapture(pointerId);
  const done = new AbortController();
  const { signal } = done;
  const end = (isLetGo: boolean) => {
    done.abort();
    onEnd?.(isLetGo);
  };
  const on = (type: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void) => {
    const ofThis = (next: PointerEvent) => {
      if (next.pointerId === pointerId) act(next);
    };
    element.addEventListener(type, ofThis, { signal });
  };
  on("pointermove", ({ offsetX }) => onMove(offsetX));
  on("pointerup", () => end(true));
  on("pointercancel", () => end(false));
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopImmediatePropagation();
    end(false);
  };
  addEventListener("keydown", onKey, { signal, capture: true });
}
