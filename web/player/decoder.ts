import type { EncodedPacket } from "mediabunny";
import { InOrder, type Picture } from "./in-order.ts";

/** The encoded pictures of a video. */
export type Packets = {
  /** Returns how its group is decoded: the same object, unless the encoding changes. */
  configOf(key: EncodedPacket): VideoDecoderConfig;
  /** Returns the last key packet at or before a time in seconds, else the first one. */
  keyBefore(seconds: number): Promise<EncodedPacket | undefined>;
  keyAfter(key: EncodedPacket): Promise<EncodedPacket | undefined>;
  /** Returns a key packet and all after it, in the order of decoding, and `undefined` where the next one is not there yet. */
  from(key: EncodedPacket): AsyncIterable<EncodedPacket | undefined>;
  /** Gives up reading ahead. */
  leave(): void;
  /** Returns the end of a part of the video that is missing, in seconds; `undefined` if there is none at a time. */
  gapUntil?(seconds: number): number | undefined;
};

/**
 * Maximum number of decoded pictures that wait, with those that are being decoded. Hardware decoders stop when about ten
 * are open (w3c/webcodecs#612), and a picture of 1080p has 3 MB.
 */
const maxReady = 6;

/** Added to timestamps in the decoder, because WebKit loses those below 0. */
const laterMicros = 3_600_000_000;

const toleranceSeconds = 1e-6;

/** After so many groups without a picture, the video counts as not decodable. */
const maxLostGroups = 8;

/**
 * The pictures of a video from some time on, in the order of time. If the decoder fails or the browser takes it away,
 * its group is decoded again, then without hardware, and then left out.
 */
export class Pictures {
  /** Time of the picture that was taken last, in seconds; `-Infinity` after `from`. */
  position = Number.NEGATIVE_INFINITY;
  /** The reason for which no more pictures come, if they did not just end. */
  error: unknown;
  readonly #packets: Packets;
  readonly #onHole: (from: number, until: number) => void;
  readonly #pictures = new InOrder();
  #decoder: VideoDecoder | undefined;
  #run = 0;
  #isComplete = true;
  /** Earlier pictures are not wanted. */
  #earliest = 0;
  /** Time of the latest picture that came in this run. */
  #latest = 0;
  #waiting: (() => void)[] = [];

  /** @param onHole called with the start and the end of a part that cannot be decoded, in seconds */
  constructor(packets: Packets, onHole: (from: number, until: number) => void) {
    this.#packets = packets;
    this.#onHole = onHole;
  }

  /** Begins with the picture at `seconds`. Earlier ones are decoded if they are needed, and closed unseen. */
  from(seconds: number): void {
    this.stop();
    this.#packets.leave();
    this.#isComplete = false;
    this.#earliest = seconds - toleranceSeconds;
    this.#latest = Number.NEGATIVE_INFINITY;
    const run = this.#run;
    void this.#decode(seconds, run)
      .catch((error) => {
        if (run === this.#run) this.error = error;
      })
      .then(() => {
        if (run !== this.#run) return;
        this.#isComplete = true;
        this.#notify();
      });
  }

  /** Number of the present run. Each `from` and `stop` begins another. */
  get run(): number {
    return this.#run;
  }

  /** Number of pictures that wait. */
  get ready(): number {
    return this.#pictures.count;
  }

  /** `true` if no other pictures will come. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** `true` if all pictures were taken. */
  get hasEnded(): boolean {
    return this.#isComplete && this.#pictures.count === 0;
  }

  /** The next picture, if it has come. */
  get first(): Picture | undefined {
    return this.#pictures.first(this.#isComplete);
  }

  /** Returns the next picture, if it has come. */
  take(): Picture | undefined {
    const { first } = this;
    if (first === undefined) return undefined;
    this.#pictures.shift();
    this.position = first.time;
    this.#notify();
    return first;
  }

  /** Waits for the next picture. @returns `undefined` at the end, or if another run begins. @throws `error` */
  async next(): Promise<Picture | undefined> {
    const run = this.#run;
    while (run === this.#run && !this.#isComplete && this.first === undefined) await this.#change();
    if (run !== this.#run) return undefined;
    if (this.hasEnded && this.error !== undefined) throw this.error;
    return this.take();
  }

  stop(): void {
    this.#run++;
    this.#pictures.clear();
    this.position = Number.NEGATIVE_INFINITY;
    this.#isComplete = true;
    this.error = undefined;
    if (this.#decoder?.state === "configured") this.#decoder.reset();
    this.#notify();
  }

  close(): void {
    this.stop();
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
  }

  async #decode(seconds: number, run: number): Promise<void> {
    let key = await this.#packets.keyBefore(seconds);
    let [failures, lostGroups] = [0, 0];
    while (key !== undefined && run === this.#run) {
      const failed = await this.#decodeFrom(key, run, failures === 2);
      if (failed === undefined || run !== this.#run) return;
      key = failed;
      const hasCome = this.#latest >= this.#earliest;
      if (hasCome) this.#earliest = this.#latest + toleranceSeconds;
      if (hasCome) lostGroups = 0;
      failures = hasCome ? 1 : failures + 1;
      if (failures < 3) continue;
      lostGroups++;
      if (lostGroups > maxLostGroups) throw new Error("The decoder fails.");
      key = await this.#packets.keyAfter(failed);
      if (run !== this.#run) return;
      const from = Math.max(this.#earliest, failed.timestamp);
      this.#onHole(from, key?.timestamp ?? Number.POSITIVE_INFINITY);
      failures = 0;
    }
  }

  /** Decodes to the end of the video. @returns the key packet of the group in which the decoder failed */
  async #decodeFrom(start: EncodedPacket, run: number, isSoft: boolean): Promise<EncodedPacket | undefined> {
    let config = this.#packets.configOf(start);
    const decoder = this.#configured(config, isSoft);
    let key = start;
    const failed = () => this.#pictures.oldestKey ?? key;
    for await (const packet of this.#packets.from(start)) {
      await this.#room(decoder, run);
      if (run !== this.#run) return undefined;
      if (decoder.state !== "configured") return failed();
      if (packet === undefined) {
        await decoder.flush().catch(() => {});
        continue;
      }
      // They need pictures from before the first key packet. WebKit fails on them for good.
      if (packet.timestamp < start.timestamp) continue;
      if (packet.type === "key") {
        key = packet;
        const next = this.#packets.configOf(key);
        if (next !== config) {
          await decoder.flush().catch(() => {});
          if (run !== this.#run) return undefined;
          if (decoder.state !== "configured") return failed();
          decoder.configure(settings(next, isSoft));
          config = next;
        }
      }
      const { type, data, timestamp: time, microsecondDuration: duration } = packet;
      const timestamp = packet.microsecondTimestamp + laterMicros;
      this.#pictures.feed(timestamp, { time, key });
      try {
        decoder.decode(new EncodedVideoChunk({ type, data, duration, timestamp }));
      } catch {
        return failed();
      }
    }
    // A decoder that fails rejects, and is closed.
    if (run === this.#run && decoder.state === "configured") await decoder.flush().catch(() => {});
    return run === this.#run && decoder.state !== "configured" ? failed() : undefined;
  }

  #configured(config: VideoDecoderConfig, isSoft: boolean): VideoDecoder {
    if (this.#decoder === undefined || this.#decoder.state === "closed") {
      this.#decoder = new VideoDecoder({
        output: (image) => this.#receive(image),
        error: () => this.#notify(),
      });
      this.#decoder.addEventListener("dequeue", () => this.#notify());
    } else {
      this.#decoder.reset();
    }
    this.#pictures.forgetFed();
    this.#decoder.configure(settings(config, isSoft));
    return this.#decoder;
  }

  /** Waits until another packet is needed. */
  async #room(decoder: VideoDecoder, run: number): Promise<void> {
    const queued = () => (decoder.state === "configured" ? decoder.decodeQueueSize : 0);
    // A decoder that is taken away while the video is paused is replaced when another picture is needed.
    while (run === this.#run && this.#pictures.count + queued() >= maxReady) await this.#change();
  }

  #receive(image: VideoFrame): void {
    const time = this.#pictures.receive(image, this.#earliest);
    if (time === undefined) return;
    this.#latest = Math.max(this.#latest, time);
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function settings(config: VideoDecoderConfig, isSoft: boolean): VideoDecoderConfig {
  return isSoft ? { ...config, hardwareAcceleration: "prefer-software" } : config;
}
