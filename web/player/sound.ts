import type { WrappedAudioBuffer } from "mediabunny";
import type { RunningClock } from "./clock.ts";

/** Returns the decoded sound of a video from a time in seconds on. */
export type Sounds = (from: number) => AsyncIterable<WrappedAudioBuffer>;

/** Time between the call of `start` and the first sound, for decoding it. */
const leadSeconds = 0.08;

/** Sound is prepared so far ahead, because hidden tabs run timers only once a second. */
const aheadSeconds = 1.5;

const waitMs = 60;

/** A clock that has not moved for this time stands still. */
const stillMs = 300;

/** The page has one, because browsers limit their number. */
let shared: AudioContext | undefined;

/** Plays the sound of a video by Web Audio. */
export class Sound {
  readonly #sounds: Sounds;
  readonly #nodes = new Set<AudioBufferSourceNode>();
  #run = 0;
  #seenSeconds = 0;
  #movedMs = Number.NEGATIVE_INFINITY;

  constructor(sounds: Sounds) {
    this.#sounds = sounds;
  }

  get #context(): AudioContext {
    shared ??= new AudioContext();
    return shared;
  }

  get #latency(): number {
    return this.#context.outputLatency || this.#context.baseLatency || 0;
  }

  /** Asks the browser for sound. It may wait for a person's first click or key. */
  wake(): void {
    this.#seenSeconds = this.#context.currentTime;
    this.#movedMs = Number.NEGATIVE_INFINITY;
    this.#context.resume().catch(() => {});
  }

  /** `true` if there is sound now. Without a device for sound, its clock stands still. */
  get isMoving(): boolean {
    const { currentTime } = this.#context;
    if (currentTime !== this.#seenSeconds) this.#movedMs = performance.now();
    this.#seenSeconds = currentTime;
    return performance.now() - this.#movedMs < stillMs;
  }

  /** The clock of the sound that leaves the loudspeaker now. */
  readonly clock: RunningClock = () => this.#context.currentTime - this.#latency;

  /** Begins. @param now the time in the video, now, in seconds */
  start(now: number, rate: number): void {
    this.stop();
    const at = this.#context.currentTime + leadSeconds;
    const from = now + (leadSeconds + this.#latency) * rate;
    // If the sound is damaged, the pictures go on.
    this.#play(from, at, rate, this.#run).catch(() => {});
  }

  stop(): void {
    this.#run++;
    for (const node of this.#nodes) node.stop();
    this.#nodes.clear();
  }

  /** Stops, and lets the loudspeaker sleep. */
  sleep(): void {
    this.stop();
    shared?.suspend().catch(() => {});
  }

  async #play(from: number, at: number, rate: number, run: number): Promise<void> {
    const context = this.#context;
    for await (const { buffer, timestamp, duration } of this.#sounds(from)) {
      if (run !== this.#run) return;
      const when = at + (timestamp - from) / rate;
      const late = Math.max(0, context.currentTime - when);
      if (late * rate < duration) {
        const node = new AudioBufferSourceNode(context, { buffer, playbackRate: rate });
        node.connect(context.destination);
        node.addEventListener("ended", () => this.#nodes.delete(node));
        node.start(when + late, late * rate);
        this.#nodes.add(node);
      }
      while (run === this.#run && when - context.currentTime > aheadSeconds) {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
      if (run !== this.#run) return;
    }
  }
}
