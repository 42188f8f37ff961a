import { signal } from "@preact/signals";
import type { Address } from "../picture/address.ts";
import { BlindFrames } from "../picture/blind-frames.ts";
import { ExactFrames, isExact } from "../picture/exact-frames.ts";
import type { Frame, FrameClock } from "../picture/frame-clock.ts";
import { type Frames, seek } from "../picture/frames.ts";
import * as habits from "../picture/habits.ts";
import type { Hole, Player, Source } from "../picture/player.ts";
import type { Stage } from "../picture/stage.ts";
import { Goals } from "./goals.ts";

/** Shorter pauses in loading are not reported. */
const stalledMs = 1000;

/**
 * Plays a video by a media element, which decodes, plays sound and keeps time. It is invisible, but in the document,
 * because Chromium decodes HLS only there.
 */
export class ElementPlayer implements Player {
  readonly frame = signal<Frame | undefined>(undefined);
  readonly isPlaying = signal(false);
  readonly isMuted = habits.isMuted;
  readonly rate = habits.rate;
  readonly isStalled = signal(false);
  readonly fault = signal<unknown>(undefined);
  readonly hole = signal<Hole | undefined>(undefined);
  isBlind = false;
  readonly #video = document.createElement("video");
  readonly #stage: Stage;
  readonly #address: Address;
  readonly #goals = new Goals((wanted) => this.#reach(wanted));
  #frames: Frames | undefined;
  #mediaTime: number | undefined;
  #renewing: Promise<void> | undefined;
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(stage: Stage, address: Address) {
    this.#stage = stage;
    this.#address = address;
    const video = this.#video;
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

  get lengthMs(): number | undefined {
    const { duration } = this.#video;
    return Number.isFinite(duration) ? duration * 1000 : undefined;
  }

  get hasEnded(): boolean {
    return this.#video.ended;
  }

  /** Loads the video and shows its first frame. @throws Error if the element cannot play it */
  async open(clock: FrameClock | undefined): Promise<void> {
    const source = await this.#address.source();
    await this.#load(source);
    // A browser without the decoder may play only the sound.
    if (this.#video.videoWidth === 0) throw new Error("The video has no picture.");
    const isKnown = clock !== undefined && isExact(this.#video);
    this.isBlind = !isKnown || !tellsFrames();
    if (isKnown) {
      const frames = new ExactFrames(this.#video, clock);
      // For files, the element's times are the container's times. For HLS, they are not.
      if (source.isHls) await frames.calibrate();
      await clock.load(0);
      this.#frames = frames;
    } else {
      const frames = new BlindFrames(this.#video, () => this.#mediaTime);
      await frames.begin();
      this.#frames = frames;
    }
    this.draw();
    this.#video.addEventListener("error", () => void this.#recover());
    this.#renewInTime();
  }

  draw(): Frame | undefined {
    const shown = this.#renewing === undefined ? this.#frames?.now() : undefined;
    if (shown === undefined) return undefined;
    this.#stage.show(shown.image, shown.size, shown.frame);
    shown.close();
    this.frame.value = shown.frame;
    return shown.frame;
  }

  async play(): Promise<void> {
    await this.#goals.arriving;
    await this.#renewing;
    this.#video.playbackRate = this.rate.peek();
    await this.#video.play();
    habits.played();
  }

  pause(): void {
    this.#video.pause();
    this.isPlaying.value = false;
  }

  setRate(rate: number): void {
    this.rate.value = rate;
    this.#video.playbackRate = rate;
  }

  setMuted(isMuted: boolean): void {
    this.isMuted.value = isMuted;
    this.#video.muted = isMuted;
  }

  step(frames: number): Promise<boolean> {
    this.pause();
    return this.#go((from) => this.#need().step(from, frames));
  }

  show(ms: number): Promise<boolean> {
    return this.#go(() => this.#need().frameOf(Math.max(0, ms)));
  }

  skip(ms: number): Promise<boolean> {
    return this.#go((from) => this.#need().frameOf(Math.max(0, from.ms + ms)));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#renewal);
    this.pause();
    this.#video.removeAttribute("src");
    this.#video.load();
    this.#video.remove();
  }

  async #go(next: (from: Frame) => Promise<Frame>): Promise<boolean> {
    const shown = this.frame.peek();
    return shown !== undefined && this.#goals.go(shown, next);
  }

  async #reach(wanted: Frame): Promise<boolean> {
    await this.#renewing;
    return this.#need().reach(wanted, () => this.draw());
  }

  #need(): Frames {
    if (this.#frames === undefined) throw new Error("No video is open.");
    return this.#frames;
  }

  #load({ url, isReadable }: Source): Promise<void> {
    const video = this.#video;
    if (isReadable) video.crossOrigin = "anonymous";
    else video.removeAttribute("crossorigin");
    return new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
      video.src = url;
    });
  }

  #renewInTime(): void {
    const ms = this.#address.renewalMs;
    if (ms === undefined || this.#isClosed) return;
    clearTimeout(this.#renewal);
    this.#renewal = setTimeout(() => void this.#renew().catch(() => {}), ms);
  }

  /**
   * Continues at the same frame from a new address of the video. The stage does not change until the new data arrive.
   */
  async #renew(): Promise<void> {
    const source = await this.#address.renew();
    if (this.#isClosed) return;
    this.#renewing = this.#reload(source).finally(() => {
      this.#renewing = undefined;
      this.draw();
    });
    await this.#renewing;
    this.#renewInTime();
  }

  async #reload(source: Source): Promise<void> {
    const video = this.#video;
    const { currentTime } = video;
    const wasPlaying = this.isPlaying.peek();
    await this.#load(source);
    await seek(video, currentTime);
    video.playbackRate = this.rate.peek();
    // A person may have paused the video in the meantime.
    if (wasPlaying && this.isPlaying.peek()) await video.play();
  }

  /** Continues at the same frame if the address has expired. */
  async #recover(): Promise<void> {
    const { error } = this.#video;
    if (!error || this.#isClosed) return;
    try {
      if (!this.#address.mayHaveEnded) throw new Error(error.message);
      await this.#renew();
    } catch (failure) {
      this.fault.value = failure;
    }
  }
}

/**
 * Returns `true` for browsers whose elements were found to tell the right frame: Chromium with its decoder. Firefox tells
 * another frame than it shows while it is paused.
 */
function tellsFrames(): boolean {
  return "VideoDecoder" in globalThis && /Chrome\//.test(navigator.userAgent);
}
