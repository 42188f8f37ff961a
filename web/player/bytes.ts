/** Bytes are kept in pieces of this length. */
const pieceBytes = 32 * 1024;

/** 32 MB. */
const maxPieces = 1024;

/** Bytes that are read ahead of those that were asked for. */
const aheadBytes = 1024 * 1024;

/** An open request reads on to bytes that are nearer than this. For others, a new one is faster. */
const nearBytes = 512 * 1024;

const maxRequests = 2;
const maxAttempts = 3;

/** An open request. */
type Reading = {
  /** Start of the piece that arrives now. */
  at: number;
  /** It pauses here. */
  until: number;
  /** Number of readers that wait for its bytes. */
  readers: number;
  hasEnded: boolean;
  error: unknown;
  readonly abort: AbortController;
};

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
  #length: number | undefined;
  #near = nearBytes;
  #waiting: (() => void)[] = [];

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
    if (goingOn) this.#extend(goingOn, end + aheadBytes);
    return bytes;
  }

  /** Ends the requests for which nobody waits. The others bring only the bytes that are waited for. */
  leave(): void {
    for (const reading of [...this.#readings]) {
      if (reading.readers === 0) this.#end(reading);
      else reading.until = 0;
    }
    // Those who wait set it again.
    this.#notify();
  }

  close(): void {
    for (const reading of [...this.#readings]) this.#end(reading);
  }

  /** Reads from `at` until `find` finds something. */
  async #need<T>(at: number, end: number, find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const reading = this.#readingOf(at);
      if (reading === undefined) {
        await this.#change();
        continue;
      }
      this.#extend(reading, end);
      reading.readers++;
      await this.#change();
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
      this.#end(idle);
    }
    const abort = new AbortController();
    const reading = { at: from, until: 0, readers: 0, hasEnded: false, error: undefined, abort };
    this.#readings.push(reading);
    void this.#run(reading);
    return reading;
  }

  #extend(reading: Reading, end: number): void {
    // Readers get whole pieces.
    const until = Math.ceil(end / pieceBytes) * pieceBytes;
    if (until <= reading.until) return;
    reading.until = until;
    this.#notify();
  }

  async #run(reading: Reading): Promise<void> {
    let farthest = reading.at;
    for (let attempt = 1; !reading.hasEnded; attempt++) {
      try {
        await this.#receive(reading);
        break;
      } catch (error) {
        reading.error = error;
        if (reading.at > farthest) attempt = 1;
        farthest = Math.max(farthest, reading.at);
        if (attempt === maxAttempts || reading.hasEnded) break;
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
      }
    }
    this.#end(reading);
  }

  async #receive(reading: Reading): Promise<void> {
    const headers = { Range: `bytes=${reading.at}-` };
    const { signal } = reading.abort;
    // Chromium's cache lets requests for one URL wait for each other, and may shorten them (Vanilagy/mediabunny#236).
    const response = await this.#fetchBytes(this.#url, { headers, signal, cache: "no-store" });
    if (response.status === 200 && reading.at > 0) {
      // The host sends whole files only.
      reading.at = 0;
      this.#near = Number.POSITIVE_INFINITY;
    }
    this.#length ??= lengthOf(response, reading.at);
    this.#notify();
    const reader = response.body?.getReader();
    let piece = new Uint8Array(pieceBytes);
    let filled = 0;
    for (;;) {
      while (reading.at + filled >= reading.until && !reading.hasEnded) await this.#change();
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) break;
      for (let from = 0; from < value.length; ) {
        const part = value.subarray(from, from + pieceBytes - filled);
        piece.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < pieceBytes) break;
        this.#keep(reading.at, piece);
        reading.at += pieceBytes;
        piece = new Uint8Array(pieceBytes);
        filled = 0;
      }
      this.#notify();
    }
    const end = reading.at + filled;
    if (end < this.#length) throw new Error("The connection ended early.");
    if (filled > 0) this.#keep(reading.at, piece.subarray(0, filled));
  }

  #keep(at: number, piece: Uint8Array): void {
    this.#pieces.delete(at);
    this.#pieces.set(at, piece);
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size > maxPieces && oldest !== undefined) this.#pieces.delete(oldest);
  }

  #end(reading: Reading): void {
    reading.hasEnded = true;
    reading.abort.abort();
    const index = this.#readings.indexOf(reading);
    if (index >= 0) this.#readings.splice(index, 1);
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Returns the length of the file of which a response has the bytes from `at` on. @throws Error if the host hides it */
function lengthOf({ headers }: Response, at: number): number {
  const [, total] = /\/(\d+)$/.exec(headers.get("Content-Range") ?? "") ?? [];
  if (total !== undefined) return Number(total);
  const rest = headers.get("Content-Length");
  if (rest === null) throw new Error("The host does not tell the length of the file.");
  return at + Number(rest);
}
