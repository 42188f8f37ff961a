import type { EncodedPacket, Input } from "mediabunny";
import type { Stretch } from "../../picture/frame-index.ts";
import { EncodedPacketSink } from "../../picture/video-library.ts";
import { checked } from "../decodable.ts";
import type { Packets } from "../decoder.ts";
import { Recent } from "./recent.ts";
import type { SegmentBytes } from "./segment-bytes.ts";
import type { Segment, SegmentList } from "./segment-list.ts";

/** Maximum number of segments whose packets are kept. */
const maxKept = 20;

/** Number of segments that are read while the one before them is decoded. */
const ahead = 2;

const toleranceSeconds = 1e-6;

/** Allows for rounding in sums of milliseconds. */
const toleranceMs = 1e-3;

/** A segment that was read. */
type Loaded = {
  /** In the order of decoding, with times since the start of the stream. */
  readonly packets: readonly EncodedPacket[];
  readonly config: VideoDecoderConfig;
  /** Time since the start of the stream at which the clock of the segment is 0, in seconds. */
  readonly zero: number;
};

/** The packets of a video in segments. */
export class Segments implements Packets {
  readonly #list: SegmentList;
  readonly #bytes: SegmentBytes;
  readonly #loaded = new Recent<Loaded>(maxKept);
  /** By their contents, so that a decoder goes on after another head that says the same. */
  readonly #configs = new Map<string, VideoDecoderConfig>();
  readonly #places = new WeakMap<
    EncodedPacket,
    { segment: Segment; index: number; config: VideoDecoderConfig }
  >();

  constructor(list: SegmentList, bytes: SegmentBytes) {
    this.#list = list;
    this.#bytes = bytes;
  }

  configOf(key: EncodedPacket): VideoDecoderConfig {
    const place = this.#places.get(key);
    if (place === undefined) throw new Error("The packet is of another video.");
    return place.config;
  }

  async keyBefore(seconds: number): Promise<EncodedPacket | undefined> {
    const { all } = this.#list;
    for (const segment of all.slice(0, this.#list.indexAt(seconds * 1000 + toleranceMs) + 1).reverse()) {
      const { packets } = await this.#load(segment);
      const key = packets.findLast(
        ({ type, timestamp }) => type === "key" && timestamp <= seconds + toleranceSeconds,
      );
      if (key) return key;
    }
    return all[0] && (await this.#firstKey(all[0]));
  }

  async keyAfter(key: EncodedPacket): Promise<EncodedPacket | undefined> {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const { packets } = await this.#load(place.segment);
    const next = this.#list.following(place.segment);
    return packets.find(({ type }, i) => i > place.index && type === "key") ?? (next && this.#firstKey(next));
  }

  async *from(key: EncodedPacket): AsyncIterable<EncodedPacket | undefined> {
    const place = this.#places.get(key);
    let index = place?.index;
    for (let segment = place?.segment; segment !== undefined; ) {
      const { packets } = await this.#load(segment);
      this.#readAhead(segment);
      yield* packets.slice(index);
      index = 0;
      if (this.#list.following(segment) === undefined && !this.#list.isComplete) yield undefined;
      segment = await this.#list.next(segment);
    }
  }

  leave(): void {
    this.#bytes.leave();
  }

  gapUntil(seconds: number): number | undefined {
    const untilMs = this.#list.gapUntil(seconds * 1000);
    return untilMs === undefined ? undefined : untilMs / 1000;
  }

  /** Reads a part of the index: the frames that begin in `from` ≤ time < `to`, in seconds. */
  async stretch(from: number, to: number): Promise<Stretch> {
    const { all } = this.#list;
    const first = this.#list.indexAt(from * 1000);
    const times: number[] = [];
    for (const segment of all.slice(0, first + 1).reverse()) {
      times.push(...(await this.#timesOf(segment)));
      if (times.some((time) => time < from)) break;
    }
    for (const segment of all.slice(first + 1)) {
      if (times.some((time) => time >= to)) break;
      times.push(...(await this.#timesOf(segment)));
    }
    times.sort((a, b) => a - b);
    return {
      before: times.findLast((time) => time < from),
      times: times.filter((time) => time >= from && time < to),
      after: times.find((time) => time >= to),
    };
  }

  /**
   * Opens a file of a segment and those after it that have the same head.
   * @returns its last segment, and the time since the start of the stream at which its clock is 0, in seconds
   */
  async openFrom(segment: Segment): Promise<{ input: Input; zero: number; last: Segment }> {
    const { zero } = await this.#load(segment);
    const { all } = this.#list;
    const from = all.findIndex(({ atMs }) => atMs === segment.atMs);
    const isOther = ({ head }: Segment) => head.url !== segment.head.url || head.from !== segment.head.from;
    const until = all.findIndex((each, i) => i > from && isOther(each));
    const run = all.slice(from, until < 0 ? undefined : until);
    return { input: await this.#bytes.open(run), zero, last: run.at(-1) ?? segment };
  }

  #readAhead(segment: Segment): void {
    const { all } = this.#list;
    const next = all.findIndex(({ atMs }) => atMs > segment.atMs);
    // The bytes are asked for again when they are needed.
    if (next > 0) for (const each of all.slice(next, next + ahead)) this.#load(each, true).catch(() => {});
  }

  async #timesOf(segment: Segment): Promise<readonly number[]> {
    return (await this.#load(segment)).packets.map(({ timestamp }) => timestamp);
  }

  async #firstKey(segment: Segment): Promise<EncodedPacket | undefined> {
    return (await this.#load(segment)).packets.find(({ type }) => type === "key");
  }

  #load(segment: Segment, isAhead = false): Promise<Loaded> {
    return this.#loaded.get(segment.atMs, () => this.#parse(segment, isAhead), isAhead);
  }

  async #parse(segment: Segment, isAhead: boolean): Promise<Loaded> {
    const [input] = await Promise.all([this.#bytes.open([segment]), this.#bytes.segment(segment, isAhead)]);
    try {
      const track = await input.getPrimaryVideoTrack();
      const config = this.#same(await track?.getDecoderConfig());
      if (track === null || config === undefined) throw new Error("The segment has no video.");
      const read: EncodedPacket[] = [];
      for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, checked)) {
        read.push(packet);
      }
      const zero = this.#zeroOf(segment, Math.min(...read.map(({ timestamp }) => timestamp)));
      const packets = read.map((packet) => packet.clone({ timestamp: zero + packet.timestamp }));
      for (const [index, packet] of packets.entries()) this.#places.set(packet, { segment, index, config });
      return { packets, config, zero };
    } finally {
      input.dispose();
    }
  }

  /** @param first time of the first frame on the clock of the segment, in seconds */
  #zeroOf({ atMs }: Segment, first: number): number {
    if (this.#list.startMs === undefined) return 0;
    return Math.ceil(atMs - first * 1000 - toleranceMs) / 1000;
  }

  #same(config: VideoDecoderConfig | null | undefined): VideoDecoderConfig | undefined {
    if (!config) return undefined;
    const text = JSON.stringify(config);
    const known = this.#configs.get(text) ?? config;
    this.#configs.set(text, known);
    return known;
  }
}
