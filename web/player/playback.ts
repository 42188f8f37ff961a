import { signal } from "@preact/signals";
import type { FrameClock } from "../picture/frame-clock.ts";
import { nextRefresh } from "../picture/frames.ts";
import { computerClock, PlayClock, takeDue } from "./clock.ts";
import type { Packets, Pictures } from "./decoder.ts";
import type { Picture } from "./in-order.ts";
import type { Sound } from "./sound.ts";

/** Shorter pauses are not reported. */
const stalledMs = 1000;

/** If no picture comes for this time, the clock waits. */
const emptyMs = 150;

/** The clock goes on when so many pictures are there. */
const enough = 3;

/** A picture is missed when the shown one is older than this, in seconds. */
const missedSeconds = 0.1;

/** Maximum time for which the last picture stays before the video ends, in seconds. */
const lastSeconds = 1;

type Parts = {
  readonly pictures: Pictures;
  readonly packets: Pick<Packets, "keyBefore" | "gapUntil">;
  readonly clock: FrameClock;
  readonly sound: Sound | undefined;
  /** Returns the end of the video in seconds on the container's clock, if it is known. */
  readonly endOf: () => number | undefined;
  /** Shows a picture, and closes it later. */
  readonly show: (picture: Picture) => void;
  /** @param error `undefined` at the end of the video */
  readonly onEnd: (error: unknown) => void;
};

/** Rate of playing, and whether it is silent. */
type Manner = { readonly rate: number; readonly isMuted: boolean };

/** Plays: with each refresh of the screen, shows the last picture that is due. */
export class Playback {
  /** `true` while it waits for pictures for a second or longer. */
  readonly isStalled = signal(false);
  /** Number of decoded pictures that were not shown, because a later one was due. */
  skipped = 0;
  readonly #parts: Parts;
  readonly #time = new PlayClock();
  #turn: object | undefined;
  #rate = 1;
  #isAudible = false;
  #isBySound = false;
  /** Time of the last picture that was shown or skipped to. */
  #reached = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins at a time in seconds. The pictures after it must be on their way. */
  start(seconds: number, manner: Manner): void {
    const turn = {};
    this.#turn = turn;
    this.#reached = seconds;
    this.#setManner(seconds, manner);
    void this.#run(() => turn === this.#turn).catch((error) => {
      if (turn === this.#turn) this.#end(error);
    });
  }

  stop(): void {
    this.#turn = undefined;
    this.#parts.sound?.sleep();
    this.isStalled.value = false;
  }

  /** Changes rate and sound while it plays. */
  change(manner: Manner): void {
    if (this.#turn) this.#setManner(this.#time.now, manner);
  }

  #setManner(seconds: number, { rate, isMuted }: Manner): void {
    this.#rate = rate;
    this.#isAudible = !isMuted && rate >= 0.5 && rate <= 2;
    if (this.#isAudible) this.#parts.sound?.wake();
    this.#anchor(seconds);
  }

  /** Sets the time in the video, and begins the sound there. */
  #anchor(seconds: number): void {
    const { sound } = this.#parts;
    sound?.stop();
    this.#isBySound = this.#isAudible && sound?.isMoving === true;
    if (this.#isBySound) sound?.start(seconds, this.#rate);
    this.#time.start(seconds, this.#rate, (this.#isBySound && sound?.clock) || computerClock);
  }

  #end(error?: unknown): void {
    this.stop();
    this.#parts.onEnd(error);
  }

  async #run(isOn: () => boolean): Promise<void> {
    const { pictures, packets, sound, endOf, show } = this.#parts;
    for (let emptySinceMs: number | undefined; ; ) {
      await nextRefresh();
      if (!isOn()) return;
      if (document.hidden) await this.#whileHidden(isOn);
      if (!isOn()) return;
      if (this.#isAudible && sound && sound.isMoving !== this.#isBySound) this.#anchor(this.#time.now);
      const { now } = this.#time;
      const gapUntil = packets.gapUntil?.(now);
      if (gapUntil !== undefined) {
        this.#anchor(gapUntil);
        continue;
      }
      const { due, skipped } = takeDue(pictures, now);
      this.skipped += skipped;
      if (due) {
        this.#reached = due.time;
        show(due);
      }
      if (pictures.hasEnded) {
        if (pictures.error !== undefined) throw pictures.error;
        if (now >= Math.min(endOf() ?? 0, this.#reached + lastSeconds)) return this.#end();
        continue;
      }
      const isEmpty = pictures.ready === 0 && now > this.#reached + missedSeconds;
      emptySinceMs = isEmpty ? (emptySinceMs ?? performance.now()) : undefined;
      if (emptySinceMs === undefined || performance.now() - emptySinceMs < emptyMs) continue;
      if (!(await this.#skipAhead())) await this.#wait(isOn);
      emptySinceMs = undefined;
    }
  }

  /** Goes on at the last key picture that is due, if the decoder is too slow for the rate. @returns `true` if it did */
  async #skipAhead(): Promise<boolean> {
    if (this.#rate <= 1) return false;
    const { packets, pictures } = this.#parts;
    const turn = this.#turn;
    const key = await packets.keyBefore(this.#time.now);
    if (turn !== this.#turn || key === undefined || key.timestamp <= this.#reached) return false;
    this.#reached = key.timestamp;
    pictures.from(key.timestamp);
    return true;
  }

  /** Stops clock and sound until there are enough pictures. */
  async #wait(isOn: () => boolean): Promise<void> {
    const { pictures, sound } = this.#parts;
    sound?.stop();
    const stalling = setTimeout(() => {
      this.isStalled.value = isOn();
    }, stalledMs);
    while (isOn() && pictures.ready < enough && !pictures.isComplete) await nextRefresh();
    clearTimeout(stalling);
    if (!isOn()) return;
    this.isStalled.value = false;
    this.#anchor(this.#reached);
  }

  /** In a hidden tab, only the sound goes on. Then continues with the picture of that moment. */
  async #whileHidden(isOn: () => boolean): Promise<void> {
    const { pictures, clock } = this.#parts;
    pictures.stop();
    while (isOn() && document.hidden) await nextRefresh();
    const { time } = await clock.load(this.#time.now);
    if (!isOn()) return;
    this.#reached = time;
    pictures.from(time);
  }
}
