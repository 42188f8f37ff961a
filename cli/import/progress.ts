import { formatBytes } from "../../client/format-bytes.ts";
import { rateMeter } from "../../client/upload/rate.ts";
import { formatSeconds } from "../terminal/format.ts";

type File = { readonly bytes: number };

/** Counts the finished files and the sent bytes of an import, and formats them. */
export function progressOf(files: readonly File[], nowMs?: () => number) {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const meter = rateMeter(nowMs);
  /** Bytes that the service has already, for each file that is being imported. */
  const partly = new Map<File, number>();
  let [doneFiles, doneBytes, sentBytes] = [0, 0, 0];

  function found(file: File, bytes: number): void {
    partly.set(file, (partly.get(file) ?? 0) + bytes);
  }

  return {
    /** Counts bytes of a file that had arrived in an earlier run. */
    found,
    /** Counts sent bytes of a file. A negative number subtracts bytes that did not arrive. */
    sent(file: File, bytes: number): void {
      found(file, bytes);
      sentBytes += bytes;
      meter.sent(bytes);
    },
    /** Counts a file that was imported, was there already, or failed. */
    finished(file: File): void {
      partly.delete(file);
      doneFiles += 1;
      doneBytes += file.bytes;
    },
    /** Number of files that are finished. */
    doneFiles: () => doneFiles,
    /** Bytes that this run has sent. */
    sentBytes: () => sentBytes,
    /** Such as `12 of 230 files, 34.5 MB of 1.2 GB, 3.4 MB/s, 6 min left`. */
    text(): string {
      const bytes = [...partly.values()].reduce((sum, part) => sum + part, doneBytes);
      const rate = meter.bytesPerSecond();
      return [
        `${doneFiles} of ${files.length} files`,
        `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`,
        ...(rate === 0
          ? []
          : [`${formatBytes(rate)}/s`, `${formatSeconds((totalBytes - bytes) / rate)} left`]),
      ].join(", ");
    },
  };
}

export type Progress = ReturnType<typeof progressOf>;
