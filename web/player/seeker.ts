import type { Frame, FrameClock } from "../picture/frame-clock.ts";
import type { Packets, Pictures } from "./decoder.ts";
import type { Drawable, Kept } from "./kept.ts";

const toleranceSeconds = 1e-6;

/** A frame that is nearer ahead than this is reached by decoding on. */
const nearSeconds = 0.5;

/** For a frame that is nearer behind than this, the pictures before it are kept, because more steps back may follow. */
const backSeconds = 1;

/** Maximum time until the pictures before those that are kept are decoded, too. */
const idleMs = 200;

type Parts = {
  readonly pictures: Pictures;
  readonly kept: Kept;
  readonly clock: FrameClock;
  readonly packets: Pick<Packets, "keyBefore">;
  /** Returns `true` while nobody waits for pictures. */
  readonly isIdle: () => boolean;
};

/** A frame with its picture, which the taker closes. */
type Found = { readonly image: Drawable; readonly frame: Frame };

/** Finds the picture of a frame: one that is kept, else by the decoder. */
export class Seeker {
  readonly #parts: Parts;
  /** What is decoded in idle time: pictures from `first` to before `until`, in seconds. */
  #ahead: { readonly first: number; readonly until: number; readonly done: Promise<void> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns the picture of a frame; of a frame that cannot be decoded, the next picture. The pictures before a near frame
   * behind the shown one are kept, in idle time also those before them.
   * @param shown time of the frame on the stage, in seconds
   * @returns `undefined` if another seek begins meanwhile
   */
  async find(wanted: Frame, shown: number): Promise<Found | undefined> {
    const { time } = wanted;
    const isBack = time < shown && shown - time < backSeconds;
    const kept = await this.#take(time);
    const found = kept ? { image: kept, frame: wanted } : await this.#decode(wanted, isBack);
    if (isBack && found) void this.#keepAhead(found.frame).catch(() => {});
    return found;
  }

  async #take(time: number): Promise<ImageBitmap | undefined> {
    const { kept } = this.#parts;
    const ahead = this.#ahead;
    const isComing = !kept.has(time) && ahead !== undefined && time >= ahead.first && time < ahead.until;
    if (isComing) await ahead.done;
    return kept.take(time);
  }

  async #decode(wanted: Frame, isBack: boolean): Promise<Found | undefined> {
    const { pictures, kept, clock } = this.#parts;
    const { time } = wanted;
    const distance = time - pictures.position;
    // After an error, such as a lost connection, it tries again.
    if (this.#ahead || distance <= 0 || distance > nearSeconds || pictures.error !== undefined) {
      pictures.from(isBack ? await this.#backFrom(wanted, kept.max) : time);
    }
    for (;;) {
      const picture = await pictures.next();
      if (picture === undefined) return undefined;
      if (picture.time >= time - toleranceSeconds) {
        // A picture that cannot be decoded is left out. The next one is shown, with its own boxes.
        const isWanted = picture.time === time;
        return {
          image: picture.image,
          frame: isWanted ? wanted : await clock.load(picture.time + toleranceSeconds),
        };
      }
      if (isBack) await kept.add(picture);
      else picture.image.close();
    }
  }

  /** Returns the time of the first of `count` frames up to `last`, of which all need only one group. */
  async #backFrom(last: Frame, count: number): Promise<number> {
    const { clock, packets } = this.#parts;
    const first = await clock.step(last, 1 - count);
    const key = await packets.keyBefore(last.time);
    return Math.min(last.time, Math.max(first.time, key?.timestamp ?? 0));
  }

  /** If few of the pictures before a frame are kept, decodes others in idle time, so that no step back waits. */
  async #keepAhead(shown: Frame): Promise<void> {
    const { kept, clock, pictures, isIdle } = this.#parts;
    const { frame, count } = this.#firstKept(shown);
    if (count >= kept.max / 2) return;
    const { run } = pictures;
    await new Promise<void>((resolve) => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: idleMs });
      else setTimeout(resolve, idleMs);
    });
    const last = await clock.load(frame.time - toleranceSeconds);
    if (last.time >= frame.time) return;
    const first = await this.#backFrom(last, kept.max - count);
    if (!isIdle() || pictures.run !== run) return;
    const done = this.#keepUntil(first, frame.time);
    this.#ahead = { first, until: frame.time, done };
    await done.finally(() => {
      this.#ahead = undefined;
    });
  }

  /** Keeps the pictures from `first` to before `until`. */
  async #keepUntil(first: number, until: number): Promise<void> {
    const { kept, pictures } = this.#parts;
    pictures.from(first);
    for (const { run } = pictures; run === pictures.run; ) {
      const picture = await pictures.next();
      if (picture === undefined) return;
      if (picture.time >= until - toleranceSeconds) {
        picture.image.close();
        pictures.stop();
        return;
      }
      await kept.add(picture);
    }
  }

  /** Returns the first frame before `shown` from which on all are kept, and their number. */
  #firstKept(shown: Frame): { frame: Frame; count: number } {
    const { kept, clock } = this.#parts;
    for (let [frame, count] = [shown, 0]; ; count++) {
      const before = clock.frameAt(frame.time - toleranceSeconds);
      if (before === undefined || before.time >= frame.time || !kept.has(before.time))
        return { frame, count };
      frame = before;
    }
  }
}
