import { signal } from "@preact/signals";
import type { Frame } from "./frame-clock.ts";
import { type Loupe, paintLoupe } from "./loupe.ts";
import type { Outline } from "./paint.ts";
import { type Light, paintPicture, type Turn } from "./paint-picture.ts";
import {
  type Box,
  fitting,
  moved,
  type Place,
  type Point,
  type Seen,
  type Size,
  type View,
  viewOf,
  type Zoom,
  zoomAt,
} from "./view.ts";

const asItIs: Light = { brightness: 1, contrast: 1 };

/** A canvas with a picture and the boxes of the same frame, which are drawn together. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly zoom = signal<Zoom>(fitting);
  readonly light = signal<Light>(asItIs);
  /** Size of the picture as shown. Boxes are in its pixels. */
  readonly size = signal<Size | undefined>(undefined);
  /** Size in whose pixels boxes are, if the picture has another resolution: a copy may be smaller than its original. */
  originalSize: Size | undefined;
  /** A loupe that is drawn together with the picture. */
  loupe: Loupe | undefined;
  readonly #context: CanvasRenderingContext2D;
  readonly #outlinesOf: (frame: Frame) => readonly Outline[];

  constructor(canvas: HTMLCanvasElement, outlinesOf: (frame: Frame) => readonly Outline[]) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This browser has no canvas.");
    this.canvas = canvas;
    this.#context = context;
    this.#outlinesOf = outlinesOf;
  }

  /** `true` if this browser can change brightness and contrast. */
  get canLighten(): boolean {
    return "filter" in this.#context;
  }

  /** @param ownSize of the picture as shown, after `turn` */
  show(image: CanvasImageSource, ownSize: Size, frame: Frame, turn: Turn = 0): void {
    const { canvas, originalSize: size = ownSize } = this;
    const unit = this.#fitCanvas();
    const known = this.size.peek();
    if (known?.width !== size.width || known.height !== size.height) this.size.value = size;
    const view = viewOf(canvas, size, this.zoom.peek());
    const picture = { image, size, turn, light: this.light.peek(), outlines: this.#outlinesOf(frame) };
    paintPicture({ context: this.#context, unit }, view, picture);
    if (this.loupe) paintLoupe(this.loupe, view.scale, picture);
  }

  /** @param at point of the canvas in CSS pixels; default: the middle */
  enlarge(times: number, at?: Point): void {
    const size = this.size.peek();
    if (size === undefined) return;
    const unit = this.#unit();
    const { width, height } = this.canvas;
    const point = at ? { x: at.x * unit, y: at.y * unit } : { x: width / 2, y: height / 2 };
    this.zoom.value = zoomAt(this.canvas, size, this.zoom.peek(), point, times);
  }

  /** @param by in CSS pixels */
  move(by: Point): void {
    const size = this.size.peek();
    const unit = this.#unit();
    if (size)
      this.zoom.value = moved(this.canvas, size, this.zoom.peek(), { x: by.x * unit, y: by.y * unit });
  }

  /** Returns the place in the picture for a point of the canvas, in CSS pixels. It may be outside the picture. */
  pointAt({ x, y }: Point): Point | undefined {
    const view = this.#view();
    if (view === undefined) return undefined;
    const unit = this.#unit();
    return { x: (x * unit - view.x) / view.scale, y: (y * unit - view.y) / view.scale };
  }

  /** Returns the place of a box on the canvas, in CSS pixels. */
  placeOf({ x1, y1, x2, y2 }: Box): Place | undefined {
    const view = this.#view();
    if (view === undefined) return undefined;
    const scale = view.scale / this.#unit();
    return {
      left: view.x / this.#unit() + x1 * scale,
      top: view.y / this.#unit() + y1 * scale,
      width: (x2 - x1 + 1) * scale,
      height: (y2 - y1 + 1) * scale,
    };
  }

  /** Pixels of the picture per CSS pixel. */
  get fineness(): number {
    const view = this.#view();
    return view === undefined ? 1 : this.#unit() / view.scale;
  }

  /** The part of the picture that the canvas shows. It may reach beyond the picture. */
  get seen(): Seen | undefined {
    const { clientWidth: x, clientHeight: y } = this.canvas;
    const [from, to] = [this.pointAt({ x: 0, y: 0 }), this.pointAt({ x, y })];
    return from && to && { from, to, fineness: this.fineness };
  }

  fit(): void {
    this.zoom.value = fitting;
  }

  #view(): View | undefined {
    const size = this.size.peek();
    return size && viewOf(this.canvas, size, this.zoom.peek());
  }

  #unit(): number {
    return this.canvas.width / Math.max(1, this.canvas.clientWidth);
  }

  /** Sets the canvas to the resolution of the screen. @returns its pixels per CSS pixel */
  #fitCanvas(): number {
    const { canvas } = this;
    const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return this.#unit();
  }
}
