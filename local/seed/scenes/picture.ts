/** A colour in YCbCr as in video: luma 16 to 235, both colour differences 16 to 240 (ITU-R BT.601). */
export type Colour = readonly [luma: number, blue: number, red: number];

/** A picture in YUV 4:2:0: a byte of luma for each pixel, and a byte of each colour difference for four pixels. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
};

/** The size of all scenes, in pixels. */
export const size = { width: 640, height: 360 } as const;

/** Returns a colour from red, green and blue, 0 to 255 each. */
export function rgb(r: number, g: number, b: number): Colour {
  return [
    16 + 0.257 * r + 0.504 * g + 0.098 * b,
    128 - 0.148 * r - 0.291 * g + 0.439 * b,
    128 + 0.439 * r - 0.368 * g - 0.071 * b,
  ];
}

/** Returns a grey, for scenes of infrared cameras. */
export function grey(luma: number): Colour {
  return [luma, 128, 128];
}

/** Returns a picture in which `at` gives the colour of each pixel. */
export function pictureOf(at: (x: number, y: number) => Colour): Picture {
  const pixels = size.width * size.height;
  const picture = {
    ...size,
    luma: new Uint8Array(pixels),
    blue: new Uint8Array(pixels / 4),
    red: new Uint8Array(pixels / 4),
  };
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) setPixel(picture, x, y, at(x, y));
  }
  return picture;
}

export function copyOf({ luma, blue, red, ...rest }: Picture): Picture {
  return { ...rest, luma: luma.slice(), blue: blue.slice(), red: red.slice() };
}

export function setPixel({ width, luma, blue, red }: Picture, x: number, y: number, colour: Colour): void {
  const [light, b, r] = colour;
  luma[y * width + x] = light;
  if (x % 2 !== 0 || y % 2 !== 0) return;
  const at = (y / 2) * (width / 2) + x / 2;
  blue[at] = b;
  red[at] = r;
}

/** Draws an ellipse, turned by `turn` radians. Parts outside the picture are cut off. */
export function drawEllipse(
  picture: Picture,
  [cx, cy]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  colour: Colour,
  turn = 0,
): void {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [reachX, reachY] = [Math.hypot(rx * cos, ry * sin), Math.hypot(rx * sin, ry * cos)];
  const lastX = Math.min(picture.width - 1, cx + reachX);
  const lastY = Math.min(picture.height - 1, cy + reachY);
  for (let y = Math.max(0, Math.ceil(cy - reachY)); y <= lastY; y += 1) {
    for (let x = Math.max(0, Math.ceil(cx - reachX)); x <= lastX; x += 1) {
      const [dx, dy] = [x - cx, y - cy];
      const along = (dx * cos + dy * sin) / rx;
      const across = (dy * cos - dx * sin) / ry;
      if (along ** 2 + across ** 2 <= 1) setPixel(picture, x, y, colour);
    }
  }
}

/** Returns the film grain at a pixel: a number from -1 to 1, always the same for the same pixel. */
export function grainAt(x: number, y: number): number {
  return (((Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263)) >>> 13) % 17) / 8 - 1;
}
