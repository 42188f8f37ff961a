import { signal } from "@preact/signals";
import { BlindFrames } from "./blind-frames.ts";
import { ExactFrames, isExact } from "./exact-frames.ts";
import type { Frame, FrameClock } from "./frame-clock.ts";
import { type Frames, seek } from "./frames.ts";
import * as habits from "./habits.ts";
import type { Stage } from "./stage.ts";

export type Source = {
  readonly url: string;
  /** `true` if the page may read the video's bytes. The browser then tells which frame it shows. */
  readonly isReadable: boolean;
  readonly isHls: boolean;
};

/** Shorter pauses in loading are not reported. */
const stalledMs = 1000;

/**
 * Plays a video on a stage, so that picture and boxes always belong to the same frame. The media element decodes, plays
 * sound and keeps time. It is invisible, but in the document, because Chromium decodes HLS only there.
 */
export class Player {
  readonly video = document.createElement("video");
  /** The frame on the stage. */
  readonly frame = signal<Frame | undefined>(undefined);
  readonly isPlaying = signal(false);
  readonly isMuted = habits.isMuted;
  readonly rate = habits.rate;
  /** `true` while the video plays too slowly because its data arrive late. */
  readonly isStalled = signal(false);
  /** `true` if pictures may be a frame late while the video plays. */
  readonly isBlind = signal(false);
  readonly #stage: Stage;
  #frames: Frames | undefined;
  #mediaTime: number | undefined;
  #goal: Promise<Frame> | undefined;
  #arriving: Promise<boolean> | undefined;
  #renewing: Promise<void> | undefined;

  constructor(stage: Stage) {
    const { video } = this;
    this.#stage = stage;
    video.className = "decoder";
    video.preload = "auto";
    video.playsInline = true;
    video.muted = habits.isMuted.peek();
    video.tabIndex = -1;
    video.ariaHidden = "true";
    for (const name of ["play", "pause", "ended"]) {
      video.addEventListener(name, () => {
        this.isPlaying.value = !video.paused && !video.ended;
      });
    }
    let stalling: ReturnType<typeof setTimeout> | undefined;
    video.addEventListener("waiting", () => {
      clearTimeout(stalling);
      stalling = setTimeout(() => {
        this.isStalled.value = !video.paused;
      }, stalledMs);
    });
    for (const name of ["playing", "pause", "seeked"]) {
      video.addEventListener(name, () => {
        clearTimeout(stalling);
        this.isStalled.value = false;
      });
    }
    stage.canvas.after(video);
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      if (this.#renewing === undefined) {
        this.#mediaTime = mediaTime;
        this.draw();
      }
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  }

  /** Loads a video and shows its first frame. @throws Error if the element cannot play it */
  async open({ url, isReadable, isHls }: Source, clock: FrameClock | undefined): Promise<void> {
    await this.#load(url, isReadable);
    // A browser without the decoder may play only the sound.
    if (this.video.videoWidth === 0) throw new Error("The video has no picture.");
    const isKnown = clock !== undefined && isExact(this.video);
    this.isBlind.value = !isKnown;
    if (isKnown) {
      const frames = new ExactFrames(this.video, clock);
      // For files, the element's times are the container's times. For HLS, they are not.
      if (isHls) await frames.calibrate();
      await clock.load(0);
      this.#frames = frames;
    } else {
      const frames = new BlindFrames(this.video, () => this.#mediaTime);
      await frames.begin();
      this.#frames = frames;
    }
    this.draw();
  }

  /**
   * Continues at the same frame from another address of the same video. The stage does not change until the new data
   * arrive.
   */
  renew(source: Source): Promise<void> {
    this.#renewing = this.#reload(source).finally(() => {
      this.#renewing = undefined;
      this.draw();
    });
    return this.#renewing;
  }

  async #reload({ url, isReadable }: Source): Promise<void> {
    const { currentTime } = this.video;
    const wasPlaying = this.isPlaying.peek();
    await this.#load(url, isReadable);
    await seek(this.video, currentTime);
    this.video.playbackRate = this.rate.peek();
    // A person may have paused the video in the meantime.
    if (wasPlaying && this.isPlaying.peek()) await this.video.play();
  }

  #load(url: string, isReadable: boolean): Promise<void> {
    const { video } = this;
    if (isReadable) video.crossOrigin = "anonymous";
    else video.removeAttribute("crossorigin");
    return new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
      video.src = url;
    });
  }

  /** Draws the current picture of the element. @returns its frame */
  draw(): Frame | undefined {
    const shown = this.#renewing === undefined ? this.#frames?.now() : undefined;
    if (shown === undefined) return undefined;
    this.#stage.show(shown.image, shown.size, shown.frame);
    shown.close();
    this.frame.value = shown.frame;
    return shown.frame;
  }

  async play(): Promise<void> {
    await this.#arriving;
    await this.#renewing;
    this.video.playbackRate = this.rate.peek();
    await this.video.play();
    habits.played();
  }

  pause(): void {
    this.video.pause();
    this.isPlaying.value = false;
  }

  async toggle(): Promise<void> {
    if (this.isPlaying.peek()) this.pause();
    else await this.play();
  }

  setRate(rate: number): void {
    this.rate.value = rate;
    this.video.playbackRate = rate;
  }

  setMuted(isMuted: boolean): void {
    this.isMuted.value = isMuted;
    this.video.muted = isMuted;
  }

  /**
   * Goes some frames forward or back, counted from the frame that earlier steps will reach. No step is lost while it
   * seeks.
   */
  step(frames: number): Promise<boolean> {
    this.pause();
    return this.#go((from) => this.#need().step(from, frames));
  }

  /** Shows the frame of a label's time. If called several times while it seeks, only the last one counts. */
  show(ms: number): Promise<boolean> {
    return this.#go(() => this.#need().frameOf(Math.max(0, ms)));
  }

  /** Goes forward or back by a time, counted from the frame that earlier steps will reach. */
  skip(ms: number): Promise<boolean> {
    return this.#go((from) => this.#need().frameOf(Math.max(0, from.ms + ms)));
  }

  close(): void {
    this.pause();
    this.video.removeAttribute("src");
    this.video.load();
    this.video.remove();
  }

  #go(next: (from: Frame) => Promise<Frame>): Promise<boolean> {
    const shown = this.frame.peek();
    if (shown === undefined) return Promise.resolve(false);
    this.#goal = (this.#goal ?? Promise.resolve(shown)).then(next);
    this.#arriving ??= this.#arrive().finally(() => {
      this.#arriving = undefined;
      this.#goal = undefined;
    });
    return this.#arriving;
  }

  async #arrive(): Promise<boolean> {
    for (let isShown = false, goal: Promise<Frame> | undefined; ; ) {
      if (goal === this.#goal || this.#goal === undefined) return isShown;
      goal = this.#goal;
      await this.#renewing;
      isShown = await this.#need().reach(await goal, () => this.draw());
    }
  }

  #need(): Frames {
    if (this.#frames === undefined) throw new Error("No video is open.");
    return this.#frames;
  }
}
