import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { layOut } from "../../../labels/lanes.ts";
import { msOf, panned, showing, stretched, type TimeScale } from "../../../labels/time-scale.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Watching } from "../watching.ts";
import { EndDrag } from "./drag-end.ts";
import { drawSelected } from "./draw-bars.ts";
import { drawLanes, drawNow } from "./draw-lanes.ts";
import { followPointer } from "./follow-pointer.ts";
import type { Drawn } from "./look.ts";
import { heightOf, lanesHeight, overviewHeight, rulerHeight } from "./places.ts";

type Props = {
  readonly watching: Watching;
  readonly lengthMs: ReadonlySignal<number>;
  /** Missing for people who may not label. */
  readonly labelling: Labelling | undefined;
};

type Part = Pick<TimeScale, "fromMs" | "toMs">;

/** Maximum distance of a click from a label, in pixels. */
const reach = 3;

/** The labels over time. For people who cannot see them, the list has the same labels. */
export function Lanes({ watching, lengthMs, labelling }: Props) {
  const watch = watchText.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  /** `undefined` shows the whole video. */
  const chosen = useSignal<Part | undefined>(undefined);
  const width = useSignal(0);
  const laidOut = useComputed(() => layOut(watching.labels.set.value.labels, 1));
  const whole = useComputed(() => ({ fromMs: 0, toMs: lengthMs.value, width: width.value }));
  const part = useComputed(() => ({ ...whole.value, ...chosen.value }));

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [width]);

  useSignalEffect(() => {
    const nowMs = watching.frame.value?.ms;
    // While the video plays, the visible part follows the current time.
    if (chosen.peek() && nowMs !== undefined) chosen.value = showing(part.peek(), nowMs, lengthMs.value);
  });

  /** The labels are drawn once on this canvas. The selection and the current time are drawn above a copy. */
  const behind = useMemo(() => document.createElement("canvas"), []);
  const drawn = useComputed((): Drawn => {
    const { lanes, count } = laidOut.value;
    const next = {
      set: watching.labels.set.value,
      lanes,
      laneCount: count,
      whole: whole.value,
      part: part.value,
    };
    const context = fitted(behind, width.value, lanesHeight(count));
    if (context && width.value > 0) drawLanes(context, next);
    return next;
  });

  const change = (next: TimeScale) => {
    chosen.value = next.toMs - next.fromMs >= lengthMs.peek() ? undefined : next;
  };

  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && chosen.peek() === undefined) return;
      event.preventDefault();
      if (isZoom) change(stretched(part.peek(), event.offsetX, 1.0015 ** event.deltaY, lengthMs.peek()));
      else change(panned(part.peek(), event.deltaX || event.deltaY, lengthMs.peek()));
    };
    // Preact's own listeners are passive and cannot prevent scrolling.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });

  const labelAt = (x: number, y: number): number | undefined => {
    const { labels } = watching.labels.set.peek();
    const lane = Math.floor((y - overviewHeight - rulerHeight) / heightOf(laidOut.peek().count).one);
    if (y < overviewHeight + rulerHeight) return undefined;
    const [from, to] = [msOf(part.peek(), x - reach), msOf(part.peek(), x + reach)];
    for (const index of watching.labels.set.peek().within(from, to)) {
      if (laidOut.peek().lanes[index] === lane) return labels[index]?.id;
    }
    return undefined;
  };

  const drag = useSignal<EndDrag | undefined>(undefined);
  useEffect(() => {
    const lanes = () => ({ part: part.peek(), ...laidOut.peek() });
    drag.value = labelling && new EndDrag(watching, labelling, lanes);
  }, [watching, labelling, drag, part, laidOut]);
  const cursor = useSignal("");

  useSignalEffect(() => {
    const next = drawn.value;
    const nowMs = watching.frame.value?.ms;
    const selected = watching.selected.value;
    const held = drag.value?.held.value;
    const hasHandles = drag.value?.isFor(selected) ?? false;
    if (!canvas.current || width.value === 0) return;
    const height = lanesHeight(next.laneCount);
    const context = fitted(canvas.current, width.value, height);
    context?.drawImage(behind, 0, 0, width.value, height);
    if (context && selected) drawSelected(context, next, selected, { held, hasHandles });
    if (context && nowMs !== undefined) drawNow(context, next, nowMs);
  });

  /** Shows the time under the pointer, and follows the pointer. */
  const scrub = (event: PointerEvent) => {
    const scale = event.offsetY < overviewHeight ? whole.peek() : part.peek();
    const show = (x: number) =>
      void watching.show(Math.round(Math.max(0, msOf(scale, Math.min(x, scale.width)))));
    show(event.offsetX);
    followPointer(event, { onMove: show });
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const grasp = drag.peek()?.graspAt(event);
    const id = labelAt(event.offsetX, event.offsetY);
    if (grasp) drag.peek()?.begin(event, grasp);
    else if (id === undefined) scrub(event);
    else void watching.select(id);
  };

  return (
    <div class="lanes">
      <canvas
        ref={canvas}
        role="img"
        aria-label={watch.lanes(watching.labels.set.value.labels.length)}
        style={{ cursor: cursor.value }}
        onPointerDown={press}
        onPointerMove={(event) => {
          if (event.buttons === 0) cursor.value = drag.peek()?.graspAt(event) ? "ew-resize" : "";
        }}
      />
      {chosen.value && (
        <button
          type="button"
          class="plain whole"
          onClick={() => {
            chosen.value = undefined;
          }}
        >
          {watch.wholeStream}
        </button>
      )}
    </div>
  );
}

/** Returns the context of a canvas with this size in CSS pixels, at the resolution of the screen. */
function fitted(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const unit = devicePixelRatio;
  canvas.style.blockSize = `${height}px`;
  if (canvas.width !== Math.round(width * unit)) canvas.width = Math.round(width * unit);
  if (canvas.height !== Math.round(height * unit)) canvas.height = Math.round(height * unit);
  const context = canvas.getContext("2d");
  context?.setTransform(unit, 0, 0, unit, 0, 0);
  return context;
}
