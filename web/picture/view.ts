/** The visible part of a picture: picture × scale + (x, y) are pixels of the canvas. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

/** A rectangle in pixels of the picture as shown. Both corners belong to it. */
export type Box = { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

/** A rectangle in CSS pixels. */
export type Place = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** The part of a picture that a canvas shows, from its upper left to its lower right corner, in pixels of the picture. */
export type Seen = {
  readonly from: Point;
  readonly to: Point;
  /** Pixels of the picture per CSS pixel. */
  readonly fineness: number;
};

/** The enlargement relative to the whole picture, and the place in the middle of the canvas, each coordinate 0 to 1. */
export type Zoom = { readonly factor: number; readonly middle: Point };

export const fitting: Zoom = { factor: 1, middle: { x: 0.5, y: 0.5 } };

const maxFactor = 16;

/** Returns the view of a zoom. If the picture fills the canvas, nothing beyond its edges is visible. */
export function viewOf(canvas: Size, picture: Size, { factor, middle }: Zoom): View {
  const scale = factor * Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const place = (room: number, length: number, at: number) => {
    const shown = length * scale;
    return shown <= room ? (room - shown) / 2 : Math.min(0, Math.max(room - shown, room / 2 - at * shown));
  };
  return {
    scale,
    x: place(canvas.width, picture.width, middle.x),
    y: place(canvas.height, picture.height, middle.y),
  };
}

/**
 * Multiplies the zoom. The place of the picture that is under a point of the canvas stays under it.
 * @param times the factor
 */
export function zoomAt(canvas: Size, picture: Size, zoom: Zoom, at: Point, times: number): Zoom {
  const factor = Math.min(maxFactor, Math.max(1, zoom.factor * times));
  if (factor === 1) return fitting;
  const before = viewOf(canvas, picture, zoom);
  const scale = (before.scale * factor) / zoom.factor;
  const middle = (point: number, offset: number, room: number, length: number) =>
    ((point - offset) / before.scale + (room / 2 - point) / scale) / length;
  return clamped(canvas, picture, {
    factor,
    middle: {
      x: middle(at.x, before.x, canvas.width, picture.width),
      y: middle(at.y, before.y, canvas.height, picture.height),
    },
  });
}

/** Returns the zoom moved by pixels of the canvas. */
export function moved(canvas: Size, picture: Size, zoom: Zoom, by: Point): Zoom {
  const { scale } = viewOf(canvas, picture, zoom);
  const { x, y } = zoom.middle;
  return clamped(canvas, picture, {
    ...zoom,
    middle: { x: x - by.x / (scale * picture.width), y: y - by.y / (scale * picture.height) },
  });
}

/** Limits the zoom's middle to values that show in the view, so that moving back has an effect at once. */
function clamped(canvas: Size, picture: Size, zoom: Zoom): Zoom {
  const view = viewOf(canvas, picture, zoom);
  return {
    factor: zoom.factor,
    middle: {
      x: (canvas.width / 2 - view.x) / (view.scale * picture.width),
      y: (canvas.height / 2 - view.y) / (view.scale * picture.height),
    },
  };
}
