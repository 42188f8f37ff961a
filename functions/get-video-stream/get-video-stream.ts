import type { IdPath } from "../../shared/domain/id.ts";
import { unknownVideoStream, type VideoStream, viewVideoStream } from "../../shared/domain/video-stream.ts";

type Deps = { readonly findStream: (id: number) => Promise<VideoStream | undefined> };

/** Answers one video stream. */
export function getVideoStream({ findStream }: Deps) {
  return async ({ params: { id } }: { readonly params: IdPath }) => {
    const stream = await findStream(id);
    if (stream === undefined) throw unknownVideoStream(id);
    return { status: 200, body: viewVideoStream(stream) } as const;
  };
}
