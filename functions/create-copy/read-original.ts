import type { Copy } from "../../shared/domain/copy/copy.ts";
import type { extractExcerpt } from "../../shared/media/cut/extract-excerpt.ts";

/** Reads what a copy needs to know of its original. @throws Fault when the video cannot be read */
export function readOriginal(extract: ReturnType<typeof extractExcerpt>) {
  return (streamUrl: string): Promise<Pick<Copy, "codec" | "lengthMs">> =>
    extract(streamUrl, { kind: "original" }, async ({ piece, codec }) => {
      if (piece === undefined) throw new Error("The engine has not read the original.");
      return { codec, lengthMs: piece.lengthMs };
    });
}
