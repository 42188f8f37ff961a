/** What the canvas shows: the brightness of the 24 blocks of a number, row by row, and the corner of the box. */
export type Seen = {
  readonly luma: readonly number[];
  readonly corner: { readonly x: number; readonly y: number } | null;
};

/** Size of the picture as shown, and the time to look, in milliseconds. 0 looks once. */
export type Look = { readonly width: number; readonly height: number; readonly forMs: number };

/**
 * Runs in the page: looks at the picture on the canvas at each refresh of the screen. The numbered pictures are grey, and
 * the line of the box is coloured.
 */
export async function readCanvas({ width, height, forMs }: Look) {
  const canvas = document.querySelector<HTMLCanvasElement>("canvas[role=img]");
  const context = canvas?.getContext("2d");
  if (!canvas || !context) throw new Error("There is no picture.");
  const [columns, rows] = [6, 4];
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const part = {
    x: (canvas.width - width * scale) / 2,
    y: (canvas.height - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  };
  const look = (): Seen => {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const at = (x: number, y: number) => (Math.trunc(y) * canvas.width + Math.trunc(x)) * 4;
    const luma = Array.from({ length: columns * rows }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      // Takes the median of many points, because a line or a name may cover some.
      const points = Array.from({ length: 49 }, (_, i) => {
        const x = part.x + ((column + 0.15 + (0.7 * (i % 7)) / 6) * part.width) / columns;
        const y = part.y + ((row + 0.15 + (0.7 * Math.floor(i / 7)) / 6) * part.height) / rows;
        return data[at(x, y) + 1] ?? 0;
      });
      return points.sort((a, b) => a - b)[24] ?? 0;
    });
    const [inColumn, inRow] = [new Uint16Array(canvas.width), new Uint16Array(canvas.height)];
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        const from = at(x, y);
        const [red, green, blue] = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
        inColumn[x] = (inColumn[x] ?? 0) + 1;
        inRow[y] = (inRow[y] ?? 0) + 1;
      }
    }
    // Counts only long lines, because the edge of the box's name is short.
    const last = (counts: Uint16Array) => counts.findLastIndex((count) => count >= 25);
    const [x, y] = [last(inColumn), last(inRow)];
    return { luma, corner: x < 0 || y < 0 ? null : { x: x + 1, y: y + 1 } };
  };
  const seen = [look()];
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    await new Promise(requestAnimationFrame);
    seen.push(look());
  }
  return { part, seen };
}
