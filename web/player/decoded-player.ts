import { signal } from "@preact/signals";
import type { Frame, FrameClock } from "../picture/frame-clock.ts";
import * as habits from "../picture/habits.ts";
import type { Hole, Player } from "../picture/player.ts";
import type { Stage } from "../picture/stage.ts";
import { Pictures } from "./decoder.ts";
import { Goals } from "./goals.ts";
import type { Picture } from "./in-order.ts";
import { type Drawable, Kept } from "./kept.ts";
import { Playback } from "./playback.ts";
import { Seeker } from "./seeker.ts";
import { Sound } from "./sound.ts";
import type { Decodable, VideoIndex } from "./video-index.ts";

const toleranceSeconds = 1e-6;

/** A goal that is not reached gives way to a newer one after this time. */
const patienceMs = 250;

/** Plays a video by the browser's decoder. Each picture is drawn with its own time, and so with its own boxes. */
export class DecodedPlayer implements Player {
  readonly frame = signal<Frame | undefined>(undefined);
  readonly isPlaying = signal(false);
  readonly isMuted = habits.isMuted;
  readonly rate = habits.rate;
  readonly fault = signal<unknown>(undefined);
  readonly hole = signal<Hole | undefined>(undefined);
  readonly isBlind = false;
  hasEnded = false;
  readonly #stage: Stage;
  readonly #clock: FrameClock;
  readonly #index: VideoIndex;
  readonly #video: Decodable;
  readonly #pictures: Pictures;
  readonly #kept: Kept;
  readonly #seeker: Seeker;
  readonly #playback: Playback;
  readonly #goals = new Goals((wanted) => this.#reach(wanted));
  #shown: { readonly image: Drawable; readonly frame: Frame } | undefined;
  #reaching: object | undefined;
  #isClosed = false;

  constructor(stage: Stage, index: VideoIndex, video: Decodable) {
    const { clock } = index;
    this.#stage = stage;
    this.#index = index;
    this.#clock = clock;
    this.#video = video;
    const { packets, sounds, size } = video;
    this.#pictures = new Pictures(packets, (from, until) => {
      const ms = (time: number) => Math.max(0, Math.ceil((time - clock.start) * 1000));
      const untilMs = Number.isFinite(until) ? ms(until) : (this.lengthMs ?? ms(from));
      this.hole.value = { fromMs: ms(from), untilMs };
    });
    this.#kept = new Kept(size);
    this.#seeker = new Seeker({
      pictures: this.#pictures,
      kept: this.#kept,
      clock,
      packets,
      isIdle: () => !this.isPlaying.peek() && this.#reaching === undefined && !this.#isClosed,
    });
    this.#playback = new Playback({
      pictures: this.#pictures,
      packets,
      clock,
      sound: sounds && new Sound(sounds),
      endOf: () => (index.seconds === undefined ? undefined : clock.start + index.seconds),
      show: (picture) => this.#showDue(picture),
      onEnd: (error) => {
        this.hasEnded = error === undefined;
        this.isPlaying.value = false;
        this.fault.value = error;
      },
    });
  }

  get lengthMs(): number | undefined {
    const { seconds } = this.#index;
    return seconds === undefined ? undefined : seconds * 1000;
  }

  get isStalled() {
    return this.#playback.isStalled;
  }

  /** Shows the first frame; of a live video, a late one. @throws Error if the browser cannot decode it */
  async open(): Promise<void> {
    await this.#reach(await this.#clock.load(this.#index.opensAt));
    if (this.#shown === undefined) throw new Error("The video has no picture.");
  }

  draw(): void {
    const { size, turn } = this.#video;
    if (this.#shown) this.#stage.show(this.#shown.image, size, this.#shown.frame, turn);
  }

  async play(): Promise<void> {
    await this.#goals.arriving;
    if (this.isPlaying.peek() || this.#isClosed) return;
    if (this.hasEnded) await this.show(0);
    this.isPlaying.value = true;
    habits.played();
    this.#begin();
  }

  pause(): void {
    this.isPlaying.value = false;
    this.#playback.stop();
  }

  setRate(rate: number): void {
    this.rate.value = rate;
    this.#playback.change(this.#manner);
  }

  setMuted(isMuted: boolean): void {
    this.isMuted.value = isMuted;
    this.#playback.change(this.#manner);
  }

  step(frames: number): Promise<boolean> {
    this.pause();
    return this.#go(async ({ time }) => {
      return this.#clock.step(await this.#clock.load(time + toleranceSeconds), frames);
    });
  }

  show(ms: number): Promise<boolean> {
    this.#hurry();
    return this.#go(() => this.#clock.frameOf(Math.max(0, ms)));
  }

  skip(ms: number): Promise<boolean> {
    this.#hurry();
    return this.#go((from) => this.#clock.frameOf(Math.max(0, from.ms + ms)));
  }

  close(): void {
    this.#isClosed = true;
    this.pause();
    this.#pictures.close();
    this.#kept.close();
    this.#shown?.image.close();
    this.#shown = undefined;
  }

  get #manner() {
    return { rate: this.rate.peek(), isMuted: this.isMuted.peek() };
  }

  async #go(next: (from: Frame) => Promise<Frame>): Promise<boolean> {
    const shown = this.frame.peek();
    return shown !== undefined && this.#goals.go(shown, next);
  }

  #hurry(): void {
    const reaching = this.#reaching;
    if (reaching === undefined) return;
    setTimeout(() => {
      if (reaching === this.#reaching) this.#pictures.stop();
    }, patienceMs);
  }

  #begin(): void {
    const frame = this.frame.peek();
    if (frame === undefined) return;
    this.#kept.clear();
    const { position, error } = this.#pictures;
    if (position !== frame.time || error !== undefined) this.#pictures.from(frame.until);
    this.#playback.start(frame.time, this.#manner);
  }

  async #reach(wanted: Frame): Promise<boolean> {
    this.#playback.stop();
    this.hasEnded = false;
    const reaching = {};
    this.#reaching = reaching;
    try {
      if (this.#shown?.frame.time === wanted.time) return true;
      const found = await this.#seeker.find(wanted, this.#shown?.frame.time ?? Number.POSITIVE_INFINITY);
      if (found) this.#put(found.image, found.frame);
      return found?.frame.time === wanted.time;
    } catch (error) {
      this.fault.value = error;
      throw error;
    } finally {
      this.#reaching = undefined;
      if (this.isPlaying.peek() && !this.#isClosed) this.#begin();
    }
  }

  #showDue({ image, time }: Picture): void {
    const seconds = time + toleranceSeconds;
    const frame = this.#clock.frameAt(seconds) ?? this.#clock.unread(time);
    this.#clock.prepare(seconds);
    // A frame that labels cannot refer to is left out.
    if (frame.time === time) this.#put(image, frame);
    else image.close();
  }

  #put(image: Drawable, frame: Frame): void {
    const before = this.#shown;
    if (this.#isClosed) {
      image.close();
      return;
    }
    this.#shown = { image, frame };
    this.draw();
    this.frame.value = frame;
    if (before === undefined) return;
    if (this.isPlaying.peek()) before.image.close();
    else void this.#kept.add({ image: before.image, time: before.frame.time });
  }
}
