import type { EncodedPacket } from "mediabunny";

/** Added to timestamps in the decoder, because WebKit loses those below 0. */
const laterMicros = 3_600_000_000;

/** The browser's decoder. It is made anew after it has failed, or was taken away. */
export class Codec {
  readonly #onPicture: (image: VideoFrame) => void;
  readonly #onChange: () => void;
  #decoder: VideoDecoder | undefined;
  #isSoft = false;
  /** Number of calls of `begin`. */
  #begun = 0;

  /** @param onChange called when packets are decoded, and when the decoder fails */
  constructor(onPicture: (image: VideoFrame) => void, onChange: () => void) {
    this.#onPicture = onPicture;
    this.#onChange = onChange;
  }

  /** `false` after a failure, until `begin`. */
  get isUsable(): boolean {
    return this.#decoder?.state === "configured";
  }

  /** Number of packets that wait. */
  get queued(): number {
    return this.isUsable ? (this.#decoder?.decodeQueueSize ?? 0) : 0;
  }

  /** Forgets everything. The next packet must be a key packet. @param isSoft `true`: decodes without hardware */
  begin(config: VideoDecoderConfig, isSoft: boolean): void {
    if (this.#decoder === undefined || this.#decoder.state === "closed") {
      this.#decoder = new VideoDecoder({ output: this.#onPicture, error: this.#onChange });
      this.#decoder.addEventListener("dequeue", this.#onChange);
    } else {
      this.#decoder.reset();
    }
    this.#begun++;
    this.#isSoft = isSoft;
    this.#configure(config);
  }

  /** Returns all pictures of one encoding, and goes on with another. */
  async change(config: VideoDecoderConfig): Promise<void> {
    const begun = this.#begun;
    await this.flush();
    if (begun === this.#begun && this.isUsable) this.#configure(config);
  }

  /** Returns all pictures. The next packet must be a key packet. A failure closes the decoder. */
  async flush(): Promise<void> {
    if (this.isUsable) await this.#decoder?.flush().catch(() => {});
  }

  /** Returns the timestamp that the packet's picture will have. */
  timestampOf(packet: EncodedPacket): number {
    return packet.microsecondTimestamp + laterMicros;
  }

  /** @returns `false` if the decoder refuses the packet */
  decode(packet: EncodedPacket): boolean {
    const { type, data, microsecondDuration: duration } = packet;
    try {
      this.#decoder?.decode(
        new EncodedVideoChunk({ type, data, duration, timestamp: this.timestampOf(packet) }),
      );
      return true;
    } catch {
      return false;
    }
  }

  stop(): void {
    if (this.isUsable) this.#decoder?.reset();
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
  }

  #configure(config: VideoDecoderConfig): void {
    this.#decoder?.configure(this.#isSoft ? { ...config, hardwareAcceleration: "prefer-software" } : config);
  }
}
