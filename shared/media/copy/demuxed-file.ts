import {
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_FLAG_BACKWARD,
  AVSEEK_SIZE,
  Demuxer,
  type IOInputCallbacks,
  Packet,
} from "node-av";
import type { ReadAt } from "../../file-head/read-at.ts";
import { ExtractionError } from "../cut/extraction-error.ts";
import type { DemuxerName } from "./demuxer-of.ts";

/** `EIO` of Linux and macOS, as ffmpeg returns it. */
const ioError = -5;

const readBufferBytes = 2 ** 18;

/** A file that ffmpeg's demuxer reads through functions of ours. */
export type DemuxedFile = AsyncDisposable & {
  readonly demuxer: Demuxer;
  /**
   * Reads packets from a key packet before a time on.
   * @param from seconds on the clock of the packets
   * @throws any error of `read`
   */
  packetsFrom(from: number): AsyncGenerator<Packet, void>;
};

/**
 * Opens a file with a demuxer of ffmpeg. The demuxer gets bytes from `read` alone, never a path or an address.
 * @throws ExtractionError `unreadable`; any error of `read`
 */
export async function openDemuxed(name: DemuxerName, read: ReadAt, size: number): Promise<DemuxedFile> {
  let failure: unknown;
  const input = inputOf(read, size, (error) => {
    failure ??= error;
  });
  const failed = (error: unknown) =>
    failure ?? (error instanceof ExtractionError ? error : new ExtractionError("unreadable", String(error)));
  const demuxer = await Demuxer.open(input, { format: name, bufferSize: readBufferBytes }).catch(
    (error: unknown) => {
      throw failed(error);
    },
  );
  const context = demuxer.getFormatContext();
  let isAtStart = true;
  return {
    demuxer,
    async *packetsFrom(from) {
      // Of all streams (-1), in microseconds. A damaged file without an index is read from its start.
      if (from > 0 || !isAtStart)
        await context.seekFrame(-1, BigInt(Math.round(from * 1e6)), AVSEEK_FLAG_BACKWARD);
      isAtStart = false;
      using packet = new Packet();
      packet.alloc();
      while ((await context.readFrame(packet)) >= 0) {
        yield packet;
        packet.unref();
      }
      if (failure !== undefined) throw failure;
    },
    [Symbol.asyncDispose]: () => demuxer.close(),
  };
}

function inputOf(read: ReadAt, size: number, fail: (error: unknown) => void): IOInputCallbacks {
  let position = 0;
  return {
    async read(length) {
      try {
        const bytes = await read(position, length);
        position += bytes.length;
        return bytes.length === 0 ? null : Buffer.from(bytes);
      } catch (error) {
        fail(error);
        return ioError;
      }
    },
    seek(offset, whence) {
      if (whence === AVSEEK_SIZE) return BigInt(size);
      const from = whence === AVSEEK_END ? size : whence === AVSEEK_CUR ? position : 0;
      position = Math.max(0, from + Number(offset));
      return BigInt(position);
    },
  };
}
