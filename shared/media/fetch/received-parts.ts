import type { Upload } from "../../domain/upload/upload.ts";
import type { StoredPart, VideoFiles } from "../files/video-files.ts";

/** The parts of an upload that have arrived. `undefined` when they are joined or removed. */
export async function receivedParts(
  files: Pick<VideoFiles, "received">,
  { id, multipartId, state }: Upload,
): Promise<readonly StoredPart[] | undefined> {
  if (state.kind === "done") return undefined;
  return multipartId === undefined ? [] : files.received({ id, multipartId });
}
