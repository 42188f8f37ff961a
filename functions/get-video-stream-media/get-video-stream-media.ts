import type { Media } from "../../shared/domain/media/media.ts";
import { checkInStream, hasClips, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing, notFound } from "../../shared/domain/wire/fault.ts";
import { answerLink } from "../../shared/http/answer-link.ts";
import { type Excerpt, excerptOf } from "../../shared/media/cut/excerpt.ts";
import type { MediaLinks } from "../../shared/media/files/signed-links.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { contract } from "./contract.ts";
import { chooseMediaType } from "./media-type.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  /**
   * Returns the media of an excerpt, cut now or earlier. `undefined` when the stream was deleted during the request.
   */
  readonly cut: (stream: VideoStream, excerpt: Excerpt) => Promise<Media | undefined>;
  readonly links: Pick<MediaLinks, "download">;
};
type Input = InputOf<typeof contract, "params" | "query" | "accept">;

/** Returns the URL of a still or a clip. A stream that is a picture has no clips. */
export function getVideoStreamMedia({ findStream, cut, links }: Deps) {
  return async ({ params: { id }, query: { time, redirect }, accept }: Input) => {
    const type = chooseMediaType(accept, ["image/jpeg", "video/mp4"]);
    const stream = existing("video stream", id, await findStream(id));
    const excerpt = excerptOf(hasClips(stream) ? type : chooseMediaType(accept, ["image/jpeg"]), time);
    checkInStream(stream, time.endMs, "/time");
    const media = await cut(stream, excerpt);
    if (media === undefined) throw notFound("video stream", id);
    return answerLink(await links.download(media), redirect);
  };
}
