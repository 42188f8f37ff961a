import { type Signal, signal } from "@preact/signals";
import type { Address } from "../../picture/address.ts";
import type { Frame, FrameClock } from "../../picture/frame-clock.ts";
import * as habits from "../../picture/habits.ts";
import type { Hole, Player, Source } from "../../picture/player.ts";
import type { Stage } from "../../picture/stage.ts";
import { Goals } from "../goals.ts";
import { BlindFrames } from "./blind-frames.ts";
import { ExactFrames, isExact, tellsFrames } from "./exact-frames.ts";
import { type Frames, seek } from "./frames.ts";
import { hiddenVideo, load } from "./hidden-video.ts";
import { Renewal } from "./renewal.ts";

/** Plays a video by a media element, which decodes, plays sound and keeps time. */
export class ElementPlayer implements Player {
  readonly frame = signal<Frame | undefined>(undefined);
  readonly isPlaying: Signal<boolean>;
  readonly isMuted = habits.isMuted;
  readonly rate = habits.rate;
  readonly isStalled: Signal<boolean>;
  readonly fault = signal<unknown>(undefined);
  readonly hole = signal<Hole | undefined>(undefined);
  isBlind = false;
  readonly #video: HTMLVideoElement;
  readonly #stage: Stage;
  readonly #address: Address;
  readonly #goals = new Goals((wanted) => this.#reach(wanted));
  #frames: Frames | undefined;
  #mediaTime: number | undefined;
  readonly #renewal: Renewal;

  constructor(stage: Stage, address: Address) {
    this.#stage = stage;
    this.#address = address;
    this.#renewal = new Renewal(
      address,
      (source) => this.#reload(source),
      () => this.draw(),
    );
    const { video, isPlaying, isStalled } = hiddenVideo(stage.canvas);
    video.muted = habits.isMuted.peek();
    this.#video = video;
    this.isPlaying = isPlaying;
    this.isStalled = isStalled;
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      if (this.#renewal.running === undefined) {
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
    await load(this.#video, source);
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
    this.#renewal.plan();
  }

  draw(): Frame | undefined {
    const shown = this.#renewal.running === undefined ? this.#frames?.now() : undefined;
    if (shown === undefined) return undefined;
    this.#stage.show(shown.image, shown.size, shown.frame);
    shown.close();
    this.frame.value = shown.frame;
    return shown.frame;
  }

  async play(): Promise<void> {
    await this.#goals.arriving;
    await this.#renewal.running;
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
    this.#renewal.close();
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
    await this.#renewal.running;
    return this.#need().reach(wanted, () => this.draw());
  }

  #need(): Frames {
    if (this.#frames === undefined) throw new Error("No video is open.");
    return this.#frames;
  }

  /** Continues at the same frame. The stage does not change until the new data arrive. */
  async #reload(source: Source): Promise<void> {
    const video = this.#video;
    const { currentTime } = video;
    const wasPlaying = this.isPlaying.peek();
    await load(video, source);
    await seek(video, currentTime);
    video.playbackRate = this.rate.peek();
    // A person may have paused the video in the meantime.
    if (wasPlaying && this.isPlaying.peek()) await video.play();
  }

  async #recover(): Promise<void> {
    try {
      if (this.#video.error) await this.#renewal.recover(this.#video.error);
    } catch (failure) {
      this.fault.value = failure;
    }
  }
}
