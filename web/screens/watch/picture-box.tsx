import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { text } from "../../text/text.ts";
import type { Watching } from "./watching.ts";

type Props = {
  readonly watching: Watching | undefined;
  readonly canvasRef: RefObject<HTMLCanvasElement | null>;
};

/** Pointers that move the picture or enlarge it: one drags, two pinch, the wheel with Ctrl enlarges. */
export function PictureBox({ watching, canvasRef: canvas }: Props) {
  const pointers = useRef(new Map<number, PointerEvent>());
  const { watch } = text.value;
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      watching?.stage.enlarge(0.9985 ** event.deltaY, { x: event.offsetX, y: event.offsetY });
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined || watching === undefined) return;
    const [other] = [...pointers.current.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const distance = (a: PointerEvent) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
      const at = { x: (event.offsetX + other.offsetX) / 2, y: (event.offsetY + other.offsetY) / 2 };
      watching.stage.enlarge(distance(event) / Math.max(1, distance(before)), at);
    } else if (watching.stage.zoom.peek().factor > 1) {
      watching.stage.move({ x: event.clientX - before.clientX, y: event.clientY - before.clientY });
    }
    pointers.current.set(event.pointerId, event);
  };
  const end = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);
  return (
    <canvas
      ref={canvas}
      class="picture"
      role="img"
      aria-label={watch.picture}
      onPointerDown={(event) => {
        pointers.current.set(event.pointerId, event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
