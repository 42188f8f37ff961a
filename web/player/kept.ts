import type { Size } from "../picture/view.ts";
import type { Picture } from "./in-order.ts";

const maxCopies = 30;
const bytesOfPixel = 4;

/** Fewer on devices without a mouse, which have less memory. */
function maxBytes(): number {
  return (matchMedia("(pointer: coarse)").matches ? 48 : 128) * 2 ** 20;
}

export type Drawable = VideoFrame | ImageBitmap;

/**
 * The pictures near the shown one, for steps back. They are copies, because decoders stop when too many of their own
 * pictures are open.
 */
export class Kept {
  /** Maximum number of pictures. */
  readonly max: number;
  readonly #copies = new Map<number, ImageBitmap>();
  readonly #copying = new Map<number, Promise<void>>();
  #isClosed = false;

  /** @param size of a picture */
  constructor({ width, height }: Size) {
    this.max = Math.max(3, Math.min(maxCopies, Math.floor(maxBytes() / (width * height * bytesOfPixel))));
  }

  /** Returns `true` if the picture of a time is kept, or will be. */
  has(time: number): boolean {
    return this.#copies.has(time) || this.#copying.has(time);
  }

  /** Removes and returns the picture of a time. The caller closes it. */
  async take(time: number): Promise<ImageBitmap | undefined> {
    await this.#copying.get(time);
    const copy = this.#copies.get(time);
    this.#copies.delete(time);
    return copy;
  }

  /** Keeps a picture, and closes the given one. Of more than `max`, those that are farthest from it are closed. */
  async add({ image, time }: Picture<Drawable>): Promise<void> {
    if (image instanceof ImageBitmap) {
      this.#put(image, time);
      return;
    }
    const copying = createImageBitmap(image)
      // A picture without a copy is decoded again when it is needed.
      .then(
        (copy) => this.#put(copy, time),
        () => {},
      )
      .finally(() => {
        image.close();
        this.#copying.delete(time);
      });
    this.#copying.set(time, copying);
    await copying;
  }

  clear(): void {
    for (const copy of this.#copies.values()) copy.close();
    this.#copies.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  #put(copy: ImageBitmap, time: number): void {
    this.#copies.get(time)?.close();
    this.#copies.set(time, copy);
    while (this.#copies.size > (this.#isClosed ? 0 : this.max)) {
      const far = [...this.#copies.keys()].reduce((a, b) =>
        Math.abs(a - time) > Math.abs(b - time) ? a : b,
      );
      this.#copies.get(far)?.close();
      this.#copies.delete(far);
    }
  }
}
