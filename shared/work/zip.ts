import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in a zip. Its content is read only when its turn comes. */
export type ZipEntry = {
  readonly name: string;
  readonly content: () => AsyncIterable<Uint8Array>;
  /** The content is compressed already, as pictures are. */
  readonly isPacked?: boolean;
};

/** Permissions of a zip's files: readable by all, as other programs set them. */
const mode = 0o100_644;

/**
 * Yields a zip of files of any size (ZIP64). The same files with the same time give the same bytes.
 * @param ms the time of all files, in milliseconds since 1970
 */
export async function* zipped(entries: readonly ZipEntry[], ms: number): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const out = Readable.from(zip.outputStream);
  const sources: Readable[] = [];
  for (const { name, content, isPacked = false } of entries) {
    zip.addReadStreamLazy(name, { mtime: new Date(ms), mode, compress: !isPacked }, (take) => {
      const source = Readable.from(content());
      // Otherwise the zip would wait forever for the rest of the content.
      source.on("error", (error) => out.destroy(error));
      sources.push(source);
      take(null, source);
    });
  }
  zip.end();
  try {
    for await (const chunk of out) yield chunk;
  } finally {
    for (const source of sources) source.destroy();
  }
}
