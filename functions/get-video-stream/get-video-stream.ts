import { unknownVideoStream, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findStream: (id: number) => Promise<VideoStream | undefined> };
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns one video stream. */
export function getVideoStream({ findStream }: Deps) {
  return async ({ params: { id }, query: { shape } }: Input) => {
    const stream = await findStream(id);
    if (stream === undefined) throw unknownVideoStream(id);
    return { status: 200, version: stream.version, body: viewVideoStream(stream, shape) } as const;
  };
}
