import { Changes } from "./changes.ts";
import { Reading } from "./reading.ts";

/** Bytes are kept in pieces of this length. */
const pieceBytes = 32 * 1024;

/** 32 MB. */
const maxPieces = 1024;

/** Bytes that are read ahead of those that were asked for. */
const aheadBytes = 1024 * 1024;

/** An open request reads on to bytes that are nearer than this. For others, a new one is faster. */
const nearBytes = 512 * 1024;

const maxRequests = 2;

/**
 * Bytes of a file from its host. At most two requests are open, and each is read only as far as its bytes are needed. A
 * seek gives up what was read ahead, so that it has the whole connection.
 */
export class Bytes {
  readonly #url: string;
  readonly #fetchBytes: typeof fetch;
  /** By their starts; the piece that was read last is the last one. */
  readonly #pieces = new Map<number, Uint8Array>();
  readonly #readings: Reading[] = [];
  readonly #changes = new Changes();
  #length: number | undefined;
  #near = nearBytes;

  /** @param fetchBytes throws if the host refuses */
  constructor(url: string, fetchBytes: typeof fetch) {
    this.#url = url;
    this.#fetchBytes = fetchBytes;
  }

  /** @throws the error of the last of three attempts */
  size(): Promise<number> {
    return this.#need(0, 1, () => this.#length);
  }

  /** Returns the bytes from `start` to before `end`, which must be within the file. @throws as `size` */
  async read(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const from = at - (at % pieceBytes);
      const piece = await this.#need(at, end, () => this.#pieces.get(from));
      const part = piece.subarray(at - from, end - from);
      if (part.length === 0) throw new RangeError("The file ends before these bytes.");
      bytes.set(part, at - start);
      at += part.length;
    }
    const goingOn = this.#readings.find(({ at }) => at >= end - pieceBytes && at < end + this.#near);
    goingOn?.extend(end + aheadBytes);
    return bytes;
  }

  /** Ends the requests for which nobody waits. The others bring only the bytes that are waited for. */
  leave(): void {
    for (const reading of [...this.#readings]) {
      if (reading.readers === 0) reading.end();
      else reading.pause();
    }
    this.#changes.notify();
  }

  close(): void {
    for (const reading of [...this.#readings]) reading.end();
  }

  /** Reads from `at` until `find` finds something. */
  async #need<T>(at: number, end: number, find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const reading = this.#readingOf(at);
      if (reading === undefined) {
        await this.#changes.next();
        continue;
      }
      reading.extend(end);
      reading.readers++;
      await this.#changes.next();
      reading.readers--;
      if (reading.hasEnded && find() === undefined) {
        throw reading.error ?? new Error("The host ended the file early.");
      }
    }
  }

  /** Returns the request that will bring a byte; `undefined` if it must wait for one of the others. */
  #readingOf(at: number): Reading | undefined {
    const from = at - (at % pieceBytes);
    const open = this.#readings.find((each) => from >= each.at && from < each.at + this.#near);
    if (open) return open;
    if (this.#readings.length >= maxRequests) {
      // If two readers ended each other's requests, none would arrive.
      const idle = this.#readings.find(({ readers }) => readers === 0);
      if (idle === undefined) return undefined;
      idle.end();
    }
    const reading = new Reading(from, {
      url: this.#url,
      fetchBytes: this.#fetchBytes,
      pieceBytes,
      changes: this.#changes,
      begin: (fileBytes, isWhole) => {
        this.#length ??= fileBytes;
        if (isWhole) this.#near = Number.POSITIVE_INFINITY;
      },
      keep: (start, piece) => this.#keep(start, piece),
      onEnd: (ended) => this.#forget(ended),
    });
    this.#readings.push(reading);
    return reading;
  }

  #keep(at: number, piece: Uint8Array): void {
    this.#pieces.delete(at);
    this.#pieces.set(at, piece);
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size > maxPieces && oldest !== undefined) this.#pieces.delete(oldest);
  }

  #forget(reading: Reading): void {
    const index = this.#readings.indexOf(reading);
    if (index >= 0) this.#readings.splice(index, 1);
  }
}
