import type { Copy } from "../../shared/domain/copy/copy.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns one video stream. */
export function getVideoStream({ findStream, findCopy }: Deps) {
  return async ({ params: { id }, query: { shape } }: Input) => {
    const [found, copy] = await Promise.all([findStream(id), shape && findCopy(id)]);
    const stream = existing("video stream", id, found);
    return { status: 200, version: stream.version, body: viewVideoStream(stream, shape, copy) } as const;
  };
}
