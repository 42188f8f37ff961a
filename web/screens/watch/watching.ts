import { computed, effect, signal } from "@preact/signals";
import type { components } from "../../../client/paths.d.ts";
import { paintOf, unsavedColour } from "../../labels/colours.ts";
import type { Label } from "../../labels/label.ts";
import { boxAt } from "../../labels/track.ts";
import { Address } from "../../picture/address.ts";
import type { Frame } from "../../picture/frame-clock.ts";
import { nextRefresh } from "../../picture/frames.ts";
import type { Outline } from "../../picture/paint.ts";
import { Player, type Source } from "../../picture/player.ts";
import { openIndex, type VideoIndex } from "../../picture/read-index.ts";
import { Stage } from "../../picture/stage.ts";
import { StillPicture } from "../../picture/still-picture.ts";
import { watchText } from "../../text/watch.ts";
import { faultOf } from "./fault.ts";
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
  /** The reason for which there is no picture, as a sentence. */
  readonly fault = signal<string | undefined>(undefined);
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
  readonly #only = signal<Frame | undefined>(undefined);
  readonly #address: Address;
  readonly #closed = new AbortController();
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #index: VideoIndex | undefined;
  #picture: StillPicture | undefined;
  /** The time to show once there is a picture. */
  #wantedMs: number | undefined;

  constructor(stream: VideoStream, labels: StreamLabels, canvas: HTMLCanvasElement) {
    this.stream = stream;
    this.labels = labels;
    this.#address = new Address(stream.id);
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
    const resized = new ResizeObserver(() => this.#draw());
    resized.observe(canvas);
    const refresh = () => {
      if (document.visibilityState === "visible") void this.labels.refresh(this.frame.peek()?.ms ?? 0);
    };
    const timer = setInterval(refresh, refreshMs);
    document.addEventListener("visibilitychange", refresh, { signal: this.#closed.signal });
    this.#closed.signal.addEventListener("abort", () => {
      endDrawing();
      resized.disconnect();
      clearInterval(timer);
    });
  }

  /** Opens the video or the picture. @param atMs default: the time that was last asked for */
  async open(atMs = this.#wantedMs): Promise<void> {
    this.fault.value = undefined;
    this.hasPicture.value = false;
    this.#wantedMs = atMs;
    this.#closePlayer();
    let source: Source | undefined;
    try {
      source = await this.#address.renew();
      if (this.stream.media_type?.startsWith("image/")) await this.#openPicture(source.url);
      else await this.#openVideo(source);
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      this.#closePlayer();
      this.fault.value = this.#picture
        ? watchText.value.faults.picture
        : await faultOf(this.#address, source, this.#index, error);
    }
  }

  async #openPicture(url: string): Promise<void> {
    this.#picture = new StillPicture(this.stage);
    this.#only.value = await this.#picture.open(url);
    this.hasPicture.value = true;
  }

  async #openVideo(source: Source): Promise<void> {
    this.#index ??= source.isReadable ? await this.#readIndex(source.url) : undefined;
    const player = new Player(this.stage);
    this.player.value = player;
    await player.open(source, this.#index?.clock);
    if (this.#closed.signal.aborted) return this.#closePlayer();
    const seconds = player.video.duration;
    if (Number.isFinite(seconds)) this.lengthMs.value = seconds * 1000;
    else if (this.#index?.seconds) this.lengthMs.value = this.#index.seconds * 1000;
    player.video.addEventListener("error", () => void this.#recover());
    this.#renewInTime();
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

  /** Returns `undefined` if the index cannot be read. The video may play nevertheless. */
  async #readIndex(url: string): Promise<VideoIndex | undefined> {
    const index = await openIndex(url, this.#address.fetchBytes).catch(() => undefined);
    if (this.#closed.signal.aborted) index?.close();
    return index;
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

  #renewInTime(): void {
    const ms = this.#address.renewalMs;
    if (ms === undefined || this.#closed.signal.aborted) return;
    clearTimeout(this.#renewal);
    this.#renewal = setTimeout(() => void this.#renew().catch(() => {}), ms);
  }

  async #renew(): Promise<void> {
    const source = await this.#address.renew();
    await this.player.peek()?.renew(source);
    this.#renewInTime();
  }

  /** Continues at the same frame if the address has expired. Otherwise shows the error. */
  async #recover(): Promise<void> {
    const error = this.player.peek()?.video.error;
    if (!error || this.#closed.signal.aborted) return;
    try {
      if (!this.#address.mayHaveEnded) throw new Error(error.message);
      await this.#renew();
    } catch (failure) {
      this.fault.value = await faultOf(this.#address, await this.#address.source(), this.#index, failure);
    }
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
    // Browsers may refuse to play with sound before the first click.
    await this.player
      .peek()
      ?.toggle()
      .catch(() => {});
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
    clearTimeout(this.#renewal);
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
