import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { loupeSide } from "../../../picture/loupe.ts";
import type { Point } from "../../../picture/view.ts";
import type { Watching } from "../watching.ts";
import type { Pencil } from "./pencil.ts";

type Props = {
  readonly watching: Watching;
  readonly pencil: Pencil;
  /** The finger that draws, in CSS pixels of the window. */
  readonly finger: ReadonlySignal<Point | undefined>;
};

/** Distance of the loupe's middle from the finger, in CSS pixels. */
const away = 70;

/** Shows the place that a finger covers: above the finger, or below it at the top of the window. */
export function LoupeOverFinger({ watching, pencil, finger }: Props) {
  return finger.value && <Lens watching={watching} pencil={pencil} finger={finger.value} />;
}

function Lens({ watching, pencil, finger }: Omit<Props, "finger"> & { readonly finger: Point }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false });
    if (!context) return undefined;
    const { stage } = watching;
    stage.loupe = { context, at: () => pencil.aim() };
    watching.redraw();
    return () => {
      stage.loupe = undefined;
    };
  }, [watching, pencil]);
  const pixels = Math.round(loupeSide * devicePixelRatio);
  const half = loupeSide / 2;
  const left = Math.min(innerWidth - loupeSide, Math.max(0, finger.x - half));
  const above = finger.y - away - half;
  return (
    <canvas
      ref={canvas}
      class="loupe"
      width={pixels}
      height={pixels}
      style={{ left: `${left}px`, top: `${above < 0 ? finger.y + away - half : above}px` }}
    />
  );
}
