import type { Media } from "../../shared/domain/media/media.ts";
import { existing, Fault } from "../../shared/domain/wire/fault.ts";
import { answerLink } from "../../shared/http/answer-link.ts";
import { entityTag } from "../../shared/http/etag.ts";
import type { MediaObjects } from "../../shared/media/files/objects.ts";
import type { MediaLinks } from "../../shared/media/files/signed-links.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewMedia } from "../../shared/views/media/media.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly objects: Pick<MediaObjects, "exists" | "read">;
  readonly links: Pick<MediaLinks, "download">;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Lambda's response payload is at most 6 MB, and base64 turns three bytes into four. */
const maxInlineBytes = 4_000_000;

/** Returns a file, or a redirect if the file is large. Returns the file's URL if the caller asks for no redirect. */
export function getMedia({ findMedia, objects, links }: Deps) {
  return async ({ params: { id }, query: { redirect } }: Input) => {
    const media = existing("media file", id, await findMedia(id));
    if (!redirect || media.sizeBytes > maxInlineBytes) {
      if (!(await objects.exists(id))) throw missingFile(id);
      return answerLink(await links.download(media), redirect);
    }
    const read = async () => {
      const bytes = await objects.read(id);
      if (bytes === undefined) throw missingFile(id);
      return bytes;
    };
    // A record and its file never change, so the record's tag identifies the file.
    const tag = entityTag(JSON.stringify(viewMedia(media)));
    return { status: 200, file: { type: media.type, tag, read } } as const;
  };
}

function missingFile(id: number): Fault {
  return new Fault("not-found", `The file of media ${id} has not been uploaded, or has been deleted.`);
}
