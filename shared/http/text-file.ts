import type { File } from "./contract.ts";
import { entityTag } from "./etag.ts";

/** A text as a file for a response, in UTF-8. */
export function textFile(mediaType: string, text: string): File {
  return {
    type: `${mediaType}; charset=utf-8`,
    tag: entityTag(text),
    read: async () => new TextEncoder().encode(text),
  };
}
