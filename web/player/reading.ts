import type { Changes } from "./changes.ts";

const maxAttempts = 3;

/** What a request of a file needs. */
type Host = {
  readonly url: string;
  /** Throws if the host refuses. */
  readonly fetchBytes: typeof fetch;
  /** Length of the pieces in which bytes arrive. */
  readonly pieceBytes: number;
  /** Tells all readers that something arrived, or that more is wanted. */
  readonly changes: Changes;
  /** Called when the host begins to send. @param isWhole `true`: it sends whole files only */
  begin(fileBytes: number, isWhole: boolean): void;
  keep(at: number, piece: Uint8Array): void;
  onEnd(reading: Reading): void;
};

/** A request for the bytes of a file from some place on. It is read only as far as they are wanted. */
export class Reading {
  /** Start of the piece that arrives now. */
  at: number;
  /** Number of readers that wait for its bytes. */
  readers = 0;
  hasEnded = false;
  error: unknown;
  /** It pauses here. */
  #until = 0;
  readonly #host: Host;
  readonly #abort = new AbortController();

  /** @param at start of a piece */
  constructor(at: number, host: Host) {
    this.at = at;
    this.#host = host;
    void this.#run();
  }

  /** Reads on to a place, at least. */
  extend(end: number): void {
    const { pieceBytes, changes } = this.#host;
    // Readers get whole pieces.
    const until = Math.ceil(end / pieceBytes) * pieceBytes;
    if (until <= this.#until) return;
    this.#until = until;
    changes.notify();
  }

  /** Reads no further than readers need, who extend it again. */
  pause(): void {
    this.#until = 0;
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#abort.abort();
    this.#host.onEnd(this);
    this.#host.changes.notify();
  }

  async #run(): Promise<void> {
    let farthest = this.at;
    for (let attempt = 1; !this.hasEnded; attempt++) {
      try {
        await this.#receive();
        break;
      } catch (error) {
        this.error = error;
        if (this.at > farthest) attempt = 1;
        farthest = Math.max(farthest, this.at);
        if (attempt === maxAttempts || this.hasEnded) break;
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
      }
    }
    this.end();
  }

  async #receive(): Promise<void> {
    const { url, fetchBytes, pieceBytes, changes, begin, keep } = this.#host;
    const headers = { Range: `bytes=${this.at}-` };
    const { signal } = this.#abort;
    // Chromium's cache lets requests for one URL wait for each other, and may shorten them (Vanilagy/mediabunny#236).
    const response = await fetchBytes(url, { headers, signal, cache: "no-store" });
    const isWhole = response.status === 200 && this.at > 0;
    if (isWhole) this.at = 0;
    const fileBytes = lengthOf(response, this.at);
    begin(fileBytes, isWhole);
    changes.notify();
    const reader = response.body?.getReader();
    let piece = new Uint8Array(pieceBytes);
    let filled = 0;
    for (;;) {
      while (this.at + filled >= this.#until && !this.hasEnded) await changes.next();
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) break;
      for (let from = 0; from < value.length; ) {
        const part = value.subarray(from, from + pieceBytes - filled);
        piece.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < pieceBytes) break;
        keep(this.at, piece);
        this.at += pieceBytes;
        piece = new Uint8Array(pieceBytes);
        filled = 0;
      }
      changes.notify();
    }
    if (this.at + filled < fileBytes) throw new Error("The connection ended early.");
    if (filled > 0) keep(this.at, piece.subarray(0, filled));
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
