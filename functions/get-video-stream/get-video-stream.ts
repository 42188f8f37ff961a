import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findStream: (id: number) => Promise<VideoStream | undefined> };
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns one video stream. */
export function getVideoStream({ findStream }: Deps) {
  return async ({ params: { id }, query: { shape } }: Input) => {
    const stream = existing("video stream", id, await findStream(id));
    return { status: 200, version: stream.version, body: viewVideoStream(stream, shape) } as const;
  };
}
