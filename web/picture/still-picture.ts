import type { Frame } from "./frame-clock.ts";
import type { Stage } from "./stage.ts";

/** A picture is a stream with one frame. All its labels are on this frame. */
const only: Frame = {
  time: 0,
  until: Number.POSITIVE_INFINITY,
  ms: 0,
  fromMs: 0,
  toMs: Number.POSITIVE_INFINITY,
};

/** Shows a picture with its boxes on a stage. */
export class StillPicture {
  readonly #image = new Image();
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** @throws DOMException if it cannot be loaded or decoded */
  async open(url: string): Promise<Frame> {
    this.#image.src = url;
    await this.#image.decode();
    this.draw();
    return only;
  }

  draw(): void {
    const { naturalWidth: width, naturalHeight: height } = this.#image;
    if (width > 0) this.#stage.show(this.#image, { width, height }, only);
  }
}
