import { CustomSource, Input, MP4 } from "../../picture/video-library.ts";
import type { Range } from "./playlist.ts";
import { Recent } from "./recent.ts";
import type { Segment, SegmentList } from "./segment-list.ts";

/** Sound is read from the same bytes as the pictures, a little later. */
const maxKept = 4;

const maxAttempts = 3;

/** Reads segments, and makes files of them. */
export class SegmentBytes {
  readonly #list: SegmentList;
  readonly #fetchBytes: typeof fetch;
  readonly #kept = new Recent<Uint8Array>(maxKept);
  /** A head has about a kilobyte. */
  readonly #heads = new Recent<Input>(Number.POSITIVE_INFINITY);
  #ahead = new AbortController();

  /** @param fetchBytes throws if the host refuses */
  constructor(list: SegmentList, fetchBytes: typeof fetch) {
    this.#list = list;
    this.#fetchBytes = fetchBytes;
  }

  /** @param isAhead `true`: `leave` gives it up */
  segment(segment: Segment, isAhead = false): Promise<Uint8Array> {
    const read = () => this.#read(segment, (range) => range, isAhead ? this.#ahead.signal : undefined);
    return this.#kept.get(segment.atMs, read, isAhead);
  }

  /** Returns a file of segments that have the same head. They are read when their bytes are needed. */
  async open(run: readonly Segment[]): Promise<Input> {
    const [first] = run;
    if (first === undefined) throw new Error("There is no segment.");
    const parts = run.map((segment) => ({
      bytes: segment.until - segment.from,
      read: () => this.segment(segment),
    }));
    return new Input({ source: joined(parts), formats: [MP4], initInput: await this.#head(first) });
  }

  /** Gives up what is read ahead. */
  leave(): void {
    this.#ahead.abort();
    this.#ahead = new AbortController();
  }

  #head(segment: Segment): Promise<Input> {
    const { url, from } = segment.head;
    // Signed addresses differ after the question mark only.
    return this.#heads.get(`${url.split("?")[0]} ${from}`, async () => {
      const bytes = await this.#read(segment, ({ head }) => head);
      return new Input({
        source: joined([{ bytes: bytes.length, read: async () => bytes }]),
        formats: [MP4],
      });
    });
  }

  async #read(segment: Segment, rangeOf: (segment: Segment) => Range, signal?: AbortSignal) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#fetch(rangeOf(this.#list.current(segment)), signal);
      } catch (error) {
        if (attempt === maxAttempts || signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
        // The address may have expired.
        await this.#list.poll().catch(() => {});
      }
    }
  }

  async #fetch({ url, from, until }: Range, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const headers = { Range: `bytes=${from}-${until - 1}` };
    // Chromium's cache lets requests for one URL wait for each other.
    const init = { headers, cache: "no-store", ...(signal && { signal }) } as const;
    const response = await this.#fetchBytes(url, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Some hosts send whole files only.
    const part = response.status === 206 ? bytes : bytes.subarray(from, until);
    if (part.length !== until - from) throw new Error("The segment is incomplete.");
    return part;
  }
}

type Part = { readonly bytes: number; readonly read: () => Promise<Uint8Array> };

/** Returns the file that parts are, one after another. */
function joined(parts: readonly Part[]): CustomSource {
  let size = 0;
  const placed = parts.map((part) => {
    const from = size;
    size += part.bytes;
    return { ...part, from, until: size };
  });
  return new CustomSource({
    getSize: () => size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (const { from, until, read } of placed) {
        if (from >= end || until <= start) continue;
        const [first, last] = [Math.max(from, start), Math.min(until, end)];
        bytes.set((await read()).subarray(first - from, last - from), first - start);
      }
      return bytes;
    },
    handleUnhandledError: () => {},
    maxCacheSize: 2 ** 20,
  });
}
