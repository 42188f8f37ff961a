import { computed, effect, signal, untracked } from "@preact/signals";
import type { components } from "../../../client/paths.d.ts";
import { Refusal } from "../../api/answer.ts";
import { paintOf, unsavedColour } from "../../labels/colours.ts";
import type { Label } from "../../labels/label.ts";
import { boxAt } from "../../labels/track.ts";
import { Address } from "../../picture/address.ts";
import { isAvi } from "../../picture/avi.ts";
import type { Frame } from "../../picture/frame-clock.ts";
import { nextRefresh } from "../../picture/frames.ts";
import type { Outline } from "../../picture/paint.ts";
import type { Player } from "../../picture/player.ts";
import { Stage } from "../../picture/stage.ts";
import { StillPicture } from "../../picture/still-picture.ts";
import { openPlayer, readIndex } from "../../player/open-player.ts";
import type { VideoIndex } from "../../player/video-index.ts";
import { shellText } from "../../text/shell.ts";
import { watchText } from "../../text/watch.ts";
import { Agreement } from "./fallbacks/agreement.ts";
import type { Fault } from "./fallbacks/fault.ts";
import type { PlayableCopy } from "./fallbacks/playable-copy.ts";
import type { StreamLabels } from "./stream-labels.ts";

export type VideoStream = components["schemas"]["VideoStream"];

/** Time between two checks for changes of others while the tab is visible, in milliseconds. */
const refreshMs = 15_000;

/** Maximum length of a video whose whole index is read even if it is spread over the file. */
const shortSeconds = 120;

/** An open stream with its picture, its labels, and the selection. */
export class Watching {
  readonly stream: VideoStream;
  readonly labels: StreamLabels;
  readonly player = signal<Player | undefined>(undefined);
  readonly stage: Stage;
  /** The reason for which there is no picture. */
  readonly fault = signal<Fault | undefined>(undefined);
  /** The copy of a video that this browser cannot play. */
  readonly copy = signal<PlayableCopy | undefined>(undefined);
  /** What the picture is of: the whole copy, or its first part; `undefined` for the original. */
  readonly shownCopy = signal<"whole" | "part" | undefined>(undefined);
  readonly hasPicture = signal(false);
  readonly selectedId = signal<number | undefined>(undefined);
  readonly areBoxesHidden = signal(false);
  /** `true` if the requested frame could not be shown. */
  readonly isNotReached = signal(false);
  /** Length of the video; `undefined` until it is known. */
  readonly lengthMs = signal<number | undefined>(undefined);
  /** Incremented when the whole index has been read, so that the numbers of frames are shown. */
  readonly clockReads = signal(0);
  /** The current frame. For a picture, its only one. */
  readonly frame = computed<Frame | undefined>(() => this.#only.value ?? this.player.value?.frame.value);
  readonly selected = computed<Label | undefined>(() => this.labels.set.value.get(this.selectedId.value));
  /** The labels on the current frame. The array stays the same while its labels do. */
  readonly here = computed<readonly Label[]>(() => {
    const frame = this.frame.value;
    const now = frame ? this.labels.set.value.on(frame) : [];
    const isSame = now.length === this.#here.length && now.every((label, i) => label === this.#here[i]);
    if (!isSame) this.#here = now;
    return this.#here;
  });
  #here: readonly Label[] = [];
  #isToDraw = false;
  /** Adds the outlines of the drawing to those of a frame's labels. */
  decorate: (outlines: readonly Outline[], frame: Frame) => readonly Outline[] = (outlines) => outlines;
  readonly agreement: Agreement;
  readonly #only = signal<Frame | undefined>(undefined);
  #address: Address;
  readonly #closed = new AbortController();
  #endFaults: (() => void) | undefined;
  #index: VideoIndex | undefined;
  #picture: StillPicture | undefined;
  /** The time to show once there is a picture. */
  #wantedMs: number | undefined;

  constructor(stream: VideoStream, labels: StreamLabels, canvas: HTMLCanvasElement) {
    this.stream = stream;
    this.labels = labels;
    this.#address = new Address(stream.id);
    this.agreement = new Agreement(stream.id, () => this.doubt !== undefined);
    this.stage = new Stage(canvas, (frame) => this.#outlines(frame));
    // Draws again when labels, zoom or selection change.
    const endDrawing = effect(() => {
      this.labels.set.value;
      this.selectedId.value;
      this.areBoxesHidden.value;
      this.stage.zoom.value;
      this.stage.light.value;
      this.redraw();
    });
    // Shows the rest of a copy when it is made and the video does not play.
    const endWaiting = effect(() => {
      const isMade = this.copy.value?.state.value === "there" && this.shownCopy.value === "part";
      const isIdle = this.hasPicture.value && !this.player.value?.isPlaying.value;
      if (isMade && isIdle) untracked(() => void this.#showRest());
    });
    const resized = new ResizeObserver(() => this.#draw());
    resized.observe(canvas);
    const refresh = () => {
      if (document.visibilityState === "visible") void this.labels.refresh(this.frame.peek()?.ms ?? 0);
    };
    const timer = setInterval(refresh, refreshMs);
    document.addEventListener("visibilitychange", refresh, { signal: this.#closed.signal });
    this.#closed.signal.addEventListener("abort", () => {
      endDrawing();
      endWaiting();
      resized.disconnect();
      clearInterval(timer);
    });
  }

  /** Opens the video or the picture. @param atMs default: the time that was last asked for */
  async open(atMs = this.#wantedMs, isAddressNew = false): Promise<void> {
    this.fault.value = undefined;
    this.hasPicture.value = false;
    this.#wantedMs = atMs;
    this.#closePlayer();
    try {
      if (this.stream.media_type?.startsWith("image/")) await this.#openPicture();
      else await this.#openVideo(isAddressNew);
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      this.#closePlayer();
      await this.#explain(error);
    }
  }

  async #openPicture(): Promise<void> {
    this.#picture = new StillPicture(this.stage);
    this.#only.value = await this.#picture.open((await this.#address.renew()).url);
    this.hasPicture.value = true;
  }

  async #openVideo(isAddressNew: boolean): Promise<void> {
    const isCopy = this.#address.of === "copy";
    if (isAvi(this.stream.media_type) && !isCopy) throw new Error("No browser plays AVI.");
    if (!isAddressNew) await this.#address.renew();
    this.#index ??= await readIndex(this.#address);
    if (this.#closed.signal.aborted) {
      this.#index?.close();
      return;
    }
    const player = await openPlayer(this.stage, this.#address, this.#index);
    if (this.#closed.signal.aborted) return player.close();
    this.player.value = player;
    const { isWhole } = this.#address;
    this.shownCopy.value = isCopy ? (isWhole ? "whole" : "part") : undefined;
    const lengthMs = player.lengthMs ?? (this.#index?.seconds ?? 0) * 1000;
    if (lengthMs > 0 && isWhole) this.lengthMs.value = lengthMs;
    this.#endFaults = effect(() => {
      const error = player.fault.value;
      if (error !== undefined) untracked(() => void this.#explain(error));
    });
    await this.#showWanted(player);
    this.hasPicture.value = true;
    void this.#count();
  }

  /** Shows the wanted time. Repeats this if the person asks for another time in the meantime. */
  async #showWanted(player: Player): Promise<void> {
    for (let ms = this.#wantedMs; ms !== undefined; ms = this.#wantedMs) {
      this.#wantedMs = undefined;
      await this.#reached(player.show(ms));
    }
  }

  /** Reads the whole index in idle time, so that frames get numbers. */
  async #count(): Promise<void> {
    const index = this.#index;
    if (index === undefined || !(index.isApart || (index.seconds ?? Infinity) <= shortSeconds)) return;
    const idle = () =>
      new Promise<void>((resolve, reject) => {
        if (this.#closed.signal.aborted) reject(new Error("closed"));
        else if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
        else setTimeout(resolve, 50);
      });
    // Without the index, frames only lack their numbers.
    await index.clock.readAll(idle).catch(() => {});
    this.clockReads.value++;
  }

  /** Plays the copy of a video that does not play here; without one, says why. */
  async #explain(error: unknown): Promise<void> {
    const isCopy = this.#address.of === "copy";
    if (isCopy && error instanceof Refusal && error.status === 404) {
      // The copy was removed.
      this.#use(new Address(this.stream.id));
      return this.open();
    }
    const fault = await this.#faultOf(error, isCopy ? undefined : this.stream.media_type);
    if (fault.help !== "again" && !isCopy) await this.#findCopy();
    const isReplaced = !isCopy && this.#address.of === "copy";
    if (!isReplaced && !this.#closed.signal.aborted) this.fault.value = fault;
  }

  async #faultOf(error: unknown, mediaType: string | undefined): Promise<Fault> {
    try {
      const { faultOf } = await import("./fallbacks/fault.ts");
      return await faultOf(this.#address, this.#index, mediaType, error);
    } catch {
      return { sentence: shellText.peek().newVersion, help: "again" };
    }
  }

  async #findCopy(): Promise<void> {
    const { PlayableCopy } = await import("./fallbacks/playable-copy.ts");
    if (this.#closed.signal.aborted) return;
    this.copy.value ??= new PlayableCopy(this.stream.id, () => this.#playCopy(), this.#closed.signal);
    // If the state cannot be read, the person may ask for a copy nevertheless.
    await this.copy.value.read().catch(() => {});
  }

  /** Shows the copy instead of the video if its first part is made. */
  async #playCopy(): Promise<void> {
    if (this.#address.of === "copy") return;
    const address = new Address(this.stream.id, "copy");
    const isThere = await address.renew().then(Boolean, () => false);
    if (!isThere || this.#closed.signal.aborted) return address.close();
    this.stage.originalSize = this.copy.peek()?.originalSize ?? this.#index?.size;
    this.#use(address);
    await this.open(this.#wantedMs, true);
  }

  async #showRest(): Promise<void> {
    const lengthMs = this.player.peek()?.lengthMs;
    if (this.#index?.decodable && lengthMs !== undefined) {
      // The player has read the rest of the playlist.
      this.shownCopy.value = "whole";
      this.lengthMs.value = lengthMs;
      return;
    }
    const ms = this.frame.peek()?.ms;
    this.#use(new Address(this.stream.id, "copy"));
    await this.open(ms);
  }

  #use(address: Address): void {
    this.#index?.close();
    this.#index = undefined;
    this.#address.close();
    this.#address = address;
  }

  /** Why labels may be a frame off: who keeps the page from knowing the frame. `undefined` if they are exact. */
  get doubt(): "host" | "browser" | undefined {
    if (!this.player.value?.isBlind) return undefined;
    return this.#address.last?.isReadable ? "browser" : "host";
  }

  /** Returns the number of a frame; `undefined` until it is known. */
  numberOf(frame: Frame): number | undefined {
    return this.#index?.clock.number(frame);
  }

  async show(ms: number): Promise<void> {
    if (this.hasPicture.peek()) await this.#reached(this.player.peek()?.show(ms));
    else this.#wantedMs = ms;
  }

  async step(frames: number): Promise<void> {
    await this.#reached(this.player.peek()?.step(frames));
  }

  async skip(ms: number): Promise<void> {
    await this.#reached(this.player.peek()?.skip(ms));
  }

  async play(): Promise<void> {
    if (!this.player.peek()?.isPlaying.peek()) await this.toggle();
  }

  async toggle(): Promise<void> {
    const player = this.player.peek();
    if (player?.isPlaying.peek()) player.pause();
    // Browsers may refuse to play with sound before the first click.
    else await player?.play().catch(() => {});
  }

  /** Selects a label. Shows its beginning, unless the current frame is within the label. */
  async select(id: number): Promise<void> {
    this.selectedId.value = id;
    const label = this.selected.peek();
    const player = this.player.peek();
    if (label === undefined || this.here.peek().includes(label)) return;
    player?.pause();
    await this.show(label.startMs);
  }

  toggleBoxes(): void {
    this.areBoxesHidden.value = !this.areBoxesHidden.peek();
  }

  toggleSound(): void {
    const player = this.player.peek();
    player?.setMuted(!player.isMuted.peek());
  }

  /** Draws the picture and the boxes at the next refresh of the screen, once for all changes until then. */
  redraw(): void {
    if (this.#isToDraw) return;
    this.#isToDraw = true;
    void nextRefresh().then(() => {
      this.#isToDraw = false;
      this.#draw();
    });
  }

  close(): void {
    this.#closed.abort();
    this.#closePlayer();
    this.#index?.close();
    this.#address.close();
    this.labels.close();
  }

  #draw(): void {
    this.#picture?.draw();
    this.player.peek()?.draw();
  }

  #closePlayer(): void {
    this.#endFaults?.();
    this.player.peek()?.close();
    this.player.value = undefined;
  }

  async #reached(arriving: Promise<boolean> | undefined): Promise<void> {
    if (arriving === undefined) return;
    this.isNotReached.value = !(await arriving.catch(() => false));
  }

  #outlines(frame: Frame): readonly Outline[] {
    if (this.areBoxesHidden.peek()) return [];
    const selected = this.selectedId.peek();
    const outlines = this.labels.set
      .peek()
      .on(frame)
      .flatMap((label) => {
        const box = boxAt(label.track, frame.ms);
        return box ? [outlineOf(label, box, label.id === selected)] : [];
      });
    return this.decorate(outlines, frame);
  }
}

function outlineOf({ name, species, row, saving }: Label, box: Outline["box"], isSelected: boolean): Outline {
  const confidence = row.confidence === null ? "" : ` ${row.confidence.toFixed(2)}`;
  return {
    box,
    name: (name ?? watchText.peek().unnamed) + (row.method === "machine" ? confidence : ""),
    colour: saving === undefined || saving === "waiting" ? paintOf(species?.id).colour : unsavedColour,
    isDashed: row.method === "machine",
    isSelected,
  };
}
