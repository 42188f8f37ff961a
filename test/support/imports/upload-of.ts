import type { Upload } from "../../../shared/transfer/imports/upload-reader.ts";

/** Returns an upload that reads these bytes. */
export function uploadOf(bytes: Uint8Array): Upload {
  return {
    bytes: bytes.length,
    read: async function* (start, end) {
      // Small parts, as from a network.
      for (let at = start; at < end; at += 1000) yield bytes.subarray(at, Math.min(end, at + 1000));
    },
  };
}
