import { EncodedPacket } from "mediabunny";
import { vi } from "vitest";
import type { Packets } from "../../../web/player/decoder.ts";

/** How the decoder of a test behaves. */
export type Behaviour = {
  /** Number of pictures that it holds back, to put them in order. */
  readonly holds?: number;
  /** `true`: it returns pictures in the order of decoding. */
  readonly swaps?: boolean;
  /** Returns `true` if it fails at the packet with this time in seconds. */
  readonly failsAt?: (time: number, config: VideoDecoderConfig) => boolean;
  /** Time that it takes for a picture, in milliseconds. */
  readonly slowMs?: number;
  /** Returns `true` if it returns no picture for this time in seconds. */
  readonly loses?: (time: number) => boolean;
};

/** Replaces the browser's decoder. */
export function useFakeDecoder(behaviour: Behaviour = {}) {
  const { holds = 2, swaps = false, failsAt = () => false, loses = () => false, slowMs } = behaviour;
  const open = new Set<object>();
  const made: FakeDecoder[] = [];
  const configs: VideoDecoderConfig[] = [];
  const decoded = { count: 0 };

  class FakeDecoder {
    static isConfigSupported = async () => ({ supported: true });
    state: CodecState = "unconfigured";
    decodeQueueSize = 0;
    readonly #init: VideoDecoderInit;
    #held: number[] = [];
    #config: VideoDecoderConfig = { codec: "" };
    #dequeued = () => {};
    /** Number of resets and closings. Work from before them is dropped. */
    #era = 0;

    constructor(init: VideoDecoderInit) {
      this.#init = init;
      made.push(this);
    }

    addEventListener(_: "dequeue", listener: () => void): void {
      this.#dequeued = listener;
    }

    configure(config: VideoDecoderConfig): void {
      this.#config = config;
      configs.push(config);
      this.state = "configured";
    }

    decode({ timestamp }: EncodedVideoChunkInit): void {
      const era = this.#era;
      this.decodeQueueSize++;
      decoded.count++;
      this.#after(() => {
        if (era !== this.#era) return;
        this.decodeQueueSize--;
        if (failsAt(secondsOf(timestamp), this.#config)) return this.takeAway();
        this.#held.push(timestamp);
        if (!swaps) this.#held.sort((a, b) => a - b);
        if (this.#held.length > holds) this.#output();
        this.#dequeued();
      });
    }

    #freeMs = 0;

    #after(then: () => void): void {
      if (slowMs === undefined) {
        setImmediate(then);
        return;
      }
      this.#freeMs = Math.max(performance.now(), this.#freeMs) + slowMs;
      setTimeout(then, this.#freeMs - performance.now());
    }

    async flush(): Promise<void> {
      const era = this.#era;
      while (era === this.#era && this.decodeQueueSize > 0) await new Promise(setImmediate);
      while (era === this.#era && this.#held.length > 0) this.#output();
      if (era !== this.#era) throw new DOMException("Aborted", "AbortError");
    }

    reset(): void {
      this.#era++;
      this.#held = [];
      this.decodeQueueSize = 0;
      this.#freeMs = 0;
      this.state = "unconfigured";
    }

    close(): void {
      this.reset();
      this.state = "closed";
    }

    /** Closes it with an error, as a browser does that needs the decoder elsewhere. */
    takeAway(): void {
      this.close();
      this.#init.error(new DOMException("Reclaimed", "QuotaExceededError"));
    }

    #output(): void {
      const timestamp = this.#held.shift();
      if (timestamp === undefined || loses(secondsOf(timestamp))) return;
      const image = { timestamp, close: () => open.delete(image) };
      open.add(image);
      this.#init.output(image as unknown as VideoFrame);
    }
  }

  vi.stubGlobal("VideoDecoder", FakeDecoder);
  vi.stubGlobal(
    "EncodedVideoChunk",
    class {
      constructor(init: EncodedVideoChunkInit) {
        Object.assign(this, init);
      }
    },
  );
  return {
    /** Pictures that are not closed. */
    open,
    made,
    configs,
    /** Number of packets that it got. */
    decoded,
  };
}

/** The decoder gets timestamps an hour later. */
function secondsOf(timestamp: number): number {
  return timestamp / 1e6 - 3600;
}

/** Number of pictures in a group. */
export const groupLength = 9;
const frameSeconds = 0.04;

/**
 * Returns the packets of groups with B-frames, in the order of decoding. The first picture is at 0.
 * @param gap time that is missing after two groups, in seconds
 */
export function packetsOf(groups: number, read: (packet: EncodedPacket) => void = () => {}, gap = 0) {
  const packets = Array.from({ length: groups }, (_, group) => {
    // Shown last of three, decoded first of three: I, then P B B, P B B …
    const order = [0, 3, 1, 2, 6, 4, 5, 8, 7];
    return order.map(
      (n, i) =>
        new EncodedPacket(
          new Uint8Array(1),
          i === 0 ? "key" : "delta",
          timeOf(group * groupLength + n) + (group < 2 ? 0 : gap),
          frameSeconds,
          group * groupLength + i,
        ),
    );
  }).flat();
  const keys = packets.filter(({ type }) => type === "key");
  const config = { codec: "avc1" };
  const all: Packets = {
    configOf: () => config,
    keyBefore: async (seconds) => keys.findLast(({ timestamp }) => timestamp <= seconds + 1e-6) ?? keys[0],
    keyAfter: async (key) => keys[keys.indexOf(key) + 1],
    async *from(key) {
      for (const packet of packets.slice(packets.indexOf(key))) {
        read(packet);
        yield packet;
      }
    },
    leave: () => {},
  };
  return { packets: all, times: packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b) };
}

/** Time of a picture in seconds, as a file rounds it. */
export function timeOf(number: number): number {
  return Math.round(number * frameSeconds * 90_000) / 90_000;
}
