import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

/** A file that is read by ranges. */
export type Upload = {
  readonly bytes: number;
  /** The bytes from `start` up to, but not including, `end`. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /**
   * Throws if the reader must stop. Called for each part of the file, also after unpacking, since few bytes can unpack to
   * very many.
   */
  readonly mayGoOn: () => void;
};

/** Number of bytes that a request fetches of a zip's directory, which is read entry by entry. */
const blockBytes = 2 ** 20;

/** Reads an upload for yauzl: files as streams, the directory in blocks. */
export class UploadReader extends RandomAccessReader {
  readonly #upload: Upload;
  #block: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  /** The error of reading the upload. If it is set, errors that yauzl reports are not the zip's fault. */
  failure: unknown;

  constructor(upload: Upload) {
    super();
    this.#upload = upload;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytesAt(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    const inBlock = position - this.#block.start;
    if (inBlock < 0 || inBlock + length > this.#block.bytes.length) {
      const end = Math.min(this.#upload.bytes, position + Math.max(length, blockBytes));
      if (position + length > end) throw new Error("unexpected EOF");
      const chunks: Uint8Array[] = [];
      for await (const chunk of this.#read(position, end)) chunks.push(chunk);
      this.#block = { start: position, bytes: Buffer.concat(chunks) };
      return this.#block.bytes.subarray(0, length);
    }
    return this.#block.bytes.subarray(inBlock, inBlock + length);
  }

  async *#read(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#upload.read(start, end);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
