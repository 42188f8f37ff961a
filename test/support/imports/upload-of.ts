import type { Upload } from "../../../shared/transfer/imports/upload-reader.ts";

/** Returns an upload that reads these bytes. */
export function uploadOf(bytes: Uint8Array): Upload {
  return {
    bytes: bytes.length,
    read: async function* (start, end) {
      // Yields small parts, as a network does.
      for (let at = start; at < end; at += 1000) yield bytes.subarray(at, Math.min(end, at + 1000));
    },
    mayGoOn: () => {},
  };
}
