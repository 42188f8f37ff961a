import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { Playable } from "../../shared/views/media/playable.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly playable: (streamUrl: string) => Promise<Playable>;
};

/** Returns a URL or a playlist for playing a stream's video. */
export function playVideoStream({ findStream, playable }: Deps) {
  return async ({ params: { id } }: InputOf<typeof contract, "params">) => {
    const stream = existing("video stream", id, await findStream(id));
    try {
      return { status: 200, body: await playable(stream.url) } as const;
    } catch (error) {
      throw extractionFault(error);
    }
  };
}
