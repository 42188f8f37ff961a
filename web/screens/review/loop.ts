import { effect, signal, untracked } from "@preact/signals";
import { paintOf } from "../../labels/colours.ts";
import type { Label } from "../../labels/label.ts";
import { boxAt } from "../../labels/track.ts";
import { Address } from "../../picture/address.ts";
import type { Frame } from "../../picture/frame-clock.ts";
import type { Outline } from "../../picture/paint.ts";
import type { Player } from "../../picture/player.ts";
import { Stage } from "../../picture/stage.ts";
import { openPlayer, readIndex } from "../../player/open-player.ts";
import type { VideoIndex } from "../../player/video-index.ts";
import { findCopy } from "./find-copy.ts";

/** Time that is played before and after a label, in milliseconds. */
const aroundMs = 1000;

type Opened = {
  readonly stream: number;
  readonly address: Address;
  readonly player: Player;
  readonly index: VideoIndex | undefined;
  readonly end: () => void;
};

/** Plays labels in a loop without sound, each with a second before and after it. */
export class Loop {
  /** `true` if the canvas shows a picture of the label. */
  readonly hasPicture = signal(false);
  /** `true` if the video cannot be played here. */
  readonly isBroken = signal(false);
  readonly #stage: Stage;
  readonly #isOnce: boolean;
  #label: Label | undefined;
  #opened: Promise<Opened> | undefined;
  #isClosed = false;

  /** @param isOnce `true`: plays once instead of in a loop, for people who prefer less motion */
  constructor(canvas: HTMLCanvasElement, isOnce: boolean) {
    this.#stage = new Stage(canvas, (frame) => this.#outline(frame));
    this.#isOnce = isOnce;
  }

  /** Plays a label from its beginning. */
  async show(label: Label): Promise<void> {
    this.#label = label;
    this.isBroken.value = false;
    this.hasPicture.value = false;
    try {
      const opened = await this.#open(label.row.videostream.id);
      if (this.#label !== label || this.#isClosed) return;
      await this.#begin(opened.player);
      if (this.#label === label) this.hasPicture.value = true;
    } catch {
      // Watch explains the error. Here the still picture remains.
      if (this.#label === label) this.isBroken.value = true;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#label = undefined;
    this.#leave();
  }

  async #begin(player: Player): Promise<void> {
    const { startMs } = this.#label ?? { startMs: 0 };
    player.pause();
    await player.show(startMs - aroundMs);
    await player.play();
  }

  /** Labels of one stream share the player, because they often follow each other. */
  async #open(stream: number): Promise<Opened> {
    const before = await this.#opened?.catch(() => undefined);
    if (this.#isClosed) throw new Error("The loop is closed.");
    if (before?.stream === stream && before.player.fault.peek() === undefined) return before;
    this.#leave();
    this.#opened = this.#load(stream);
    return this.#opened;
  }

  async #load(stream: number): Promise<Opened> {
    this.#stage.originalSize = undefined;
    try {
      return await this.#start(stream, new Address(stream));
    } catch {
      const { address, originalSize } = await findCopy(stream);
      this.#stage.originalSize = originalSize;
      return this.#start(stream, address);
    }
  }

  async #start(stream: number, address: Address): Promise<Opened> {
    let index: VideoIndex | undefined;
    let player: Player;
    try {
      index = await readIndex(address);
      player = await openPlayer(this.#stage, address, index);
    } catch (error) {
      index?.close();
      address.close();
      throw error;
    }
    player.setMuted(true);
    const end = effect(() => {
      const frame = player.frame.value;
      const isPlaying = player.isPlaying.value;
      untracked(() => this.#turn(player, frame, isPlaying));
    });
    return { stream, address, player, index, end };
  }

  #isTurning = false;

  /** Starts again at the end of the label or of the video. */
  #turn(player: Player, frame: Frame | undefined, isPlaying: boolean): void {
    const label = this.#label;
    if (frame === undefined || label === undefined || this.#isTurning || !this.hasPicture.peek()) return;
    const isOver = frame.ms > label.endMs + aroundMs || (!isPlaying && player.hasEnded);
    if (!isOver) return;
    if (this.#isOnce) {
      player.pause();
      return;
    }
    this.#isTurning = true;
    void this.#begin(player)
      .catch(() => {})
      .finally(() => {
        this.#isTurning = false;
      });
  }

  #leave(): void {
    void this.#opened?.then(
      ({ end, player, index, address }) => {
        end();
        player.close();
        index?.close();
        address.close();
      },
      () => {},
    );
    this.#opened = undefined;
  }

  #outline(frame: Frame): readonly Outline[] {
    const label = this.#label;
    if (label === undefined || frame.toMs < label.startMs || frame.fromMs > label.endMs) return [];
    const box = boxAt(label.track, frame.ms);
    if (box === undefined) return [];
    const { colour } = paintOf(label.species?.id);
    return [
      { box, name: label.name ?? "", colour, isDashed: label.row.method === "machine", isSelected: true },
    ];
  }
}
