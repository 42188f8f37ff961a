import { zipped } from "../../../shared/work/zip.ts";
import type { Contents } from "../formats/read-back.ts";

/** Creates a zip file of these texts or bytes. */
export async function zipOf(contents: Contents): Promise<Uint8Array> {
  const entries = Object.entries(contents).map(([name, content]) => ({
    name,
    content: async function* () {
      yield Buffer.from(content);
    },
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(entries, Date.UTC(2026, 10, 22))) chunks.push(chunk);
  return Buffer.concat(chunks);
}
