import type { File } from "./contract.ts";
import { entityTag } from "./etag.ts";

/** Text as a file to be answered, in UTF-8. */
export function textFile(mediaType: string, text: string): File {
  return {
    type: `${mediaType}; charset=utf-8`,
    tag: entityTag(text),
    read: async () => new TextEncoder().encode(text),
  };
}
