import { gzipSync } from "node:zlib";
import { foreignSample, withDescriptor } from "../formats/sample.ts";
import { zipOf } from "./zip-of.ts";

/** Returns gzip data of a repeated text. It consists of equal members, so packing it again makes it very small. */
export function packedOften(text: string, times: number): Buffer {
  const member = gzipSync(text);
  return Buffer.concat(Array.from({ length: times }, () => member));
}

/** Returns a valid package with another table of media, which is packed with gzip. */
export async function packageWithMedia(media: Buffer): Promise<Uint8Array> {
  const texts = withDescriptor(foreignSample, (descriptor) => {
    descriptor.resources[1].path = "media.csv.gz";
  });
  const { "media.csv": _, ...others } = texts;
  return zipOf({ ...others, "media.csv.gz": media });
}

/** The first line of the table of media. */
export const mediaHeader = `${foreignSample["media.csv"]?.split("\n")[0]}\n`;
