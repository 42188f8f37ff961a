import type { ReadonlySignal } from "@preact/signals";
import type { Frame } from "./frame-clock.ts";

export type Source = {
  readonly url: string;
  /** `true` if the page may read the video's bytes. The browser then tells which frame it shows. */
  readonly isReadable: boolean;
  readonly isHls: boolean;
  /** Text of a playlist that the service wrote. `url` then has it, too, with an end. */
  readonly playlist?: string;
};

/** A part of a video that cannot be shown. */
export type Hole = { readonly fromMs: number; readonly untilMs: number };

/** An open video on a stage. Picture and boxes always belong to the same frame. */
export type Player = {
  /** The frame on the stage. */
  readonly frame: ReadonlySignal<Frame | undefined>;
  readonly isPlaying: ReadonlySignal<boolean>;
  readonly isMuted: ReadonlySignal<boolean>;
  readonly rate: ReadonlySignal<number>;
  /** `true` while the video plays too slowly because its data arrive late. */
  readonly isStalled: ReadonlySignal<boolean>;
  /** `true` if the shown frame may be another than `frame`, by one. */
  readonly isBlind: boolean;
  /** The last part whose pictures could not be decoded; `undefined` if there is none. */
  readonly hole: ReadonlySignal<Hole | undefined>;
  /** The error that ended the video; `undefined` while there is none. */
  readonly fault: ReadonlySignal<unknown>;
  /** Length of the video; `undefined` if it is unknown. */
  readonly lengthMs: number | undefined;
  /** `true` if the video was played to its end. */
  readonly hasEnded: boolean;
  /** Draws the current picture with its boxes. */
  draw(): void;
  /** @throws DOMException if the browser refuses to play */
  play(): Promise<void>;
  pause(): void;
  setRate(rate: number): void;
  setMuted(isMuted: boolean): void;
  /**
   * Pauses, and goes some frames forward or back, counted from the frame that earlier steps will reach. No step is lost
   * while it seeks. @returns `true` if the frame is shown
   */
  step(frames: number): Promise<boolean>;
  /** Shows the frame of a label's time. If called several times while it seeks, only the last one counts. */
  show(ms: number): Promise<boolean>;
  /** Goes forward or back by a time, counted from the frame that earlier steps will reach. */
  skip(ms: number): Promise<boolean>;
  close(): void;
};
