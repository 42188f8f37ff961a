import type { EncodedPacket } from "mediabunny";

/** A decoded picture. Its taker closes its image. */
export type Picture<Image = VideoFrame> = {
  readonly image: Image;
  /** Start in seconds, on the container's clock. */
  readonly time: number;
};

/** A packet in the decoder: the time of its picture in seconds, and the key packet of its group. */
type Fed = { readonly time: number; readonly key: EncodedPacket };

/** A picture waits for earlier ones that the decoder still has, until so many wait: WebKit may swap pictures. */
const maxSwapped = 3;

/** Puts decoded pictures in the order of time. Each has the time of its own packet, which its timestamp names. */
export class InOrder {
  /** By their timestamps in the decoder, in the order of decoding. */
  readonly #fed = new Map<number, Fed>();
  readonly #pictures: Picture[] = [];

  /** Notes a packet that the decoder gets. @param timestamp the same as its picture will have */
  feed(timestamp: number, fed: Fed): void {
    this.#fed.set(timestamp, fed);
  }

  /** The key packet of the oldest packet whose picture has not come. */
  get oldestKey(): EncodedPacket | undefined {
    return this.#fed.values().next().value?.key;
  }

  /**
   * Takes a picture from the decoder.
   * @param earliest time in seconds; earlier pictures are closed unseen, and so are those that nobody asked for
   * @returns its time; `undefined` if it was closed
   */
  receive(image: VideoFrame, earliest: number): number | undefined {
    const fed = this.#fed.get(image.timestamp);
    this.#fed.delete(image.timestamp);
    if (fed === undefined || fed.time < earliest) {
      image.close();
      return undefined;
    }
    const after = this.#pictures.findLastIndex(({ time }) => time < fed.time);
    this.#pictures.splice(after + 1, 0, { image, time: fed.time });
    return fed.time;
  }

  /** Number of pictures that wait. */
  get count(): number {
    return this.#pictures.length;
  }

  /** Returns the next picture, if it has come. @param isComplete `true` if no others will come */
  first(isComplete: boolean): Picture | undefined {
    const [first] = this.#pictures;
    if (first === undefined || isComplete || this.#pictures.length >= maxSwapped) return first;
    for (const { time } of this.#fed.values()) if (time < first.time) return undefined;
    return first;
  }

  /** Removes the first picture. */
  shift(): void {
    const first = this.#pictures.shift();
    if (first === undefined) return;
    // Earlier pictures that have not come are lost, or come too late.
    for (const [timestamp, { time }] of this.#fed) if (time < first.time) this.#fed.delete(timestamp);
  }

  /** Forgets the packets in the decoder. */
  forgetFed(): void {
    this.#fed.clear();
  }

  /** Closes all pictures. */
  clear(): void {
    for (const { image } of this.#pictures.splice(0)) image.close();
    this.#fed.clear();
  }
}
