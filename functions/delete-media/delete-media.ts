import type { Media } from "../../shared/domain/media/media.ts";
import { existing, notFound } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewMedia } from "../../shared/views/media/media.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  /** Deletes the record and its file (see shared/media/files/remove-media.ts). */
  readonly remove: (media: Media) => Promise<"deleted" | "not-found">;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Deletes a media record and its file. */
export function deleteMedia({ findMedia, remove }: Deps) {
  return async ({ params: { id }, ifMatch }: Input) => {
    const media = existing("media file", id, await findMedia(id));
    requireMatch(ifMatch, undefined, viewMedia(media));
    if ((await remove(media)) === "not-found") throw notFound("media file", id);
    return { status: 200 } as const;
  };
}
