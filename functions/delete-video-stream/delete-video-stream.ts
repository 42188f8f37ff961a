import { unknownVideoStream, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { VideoStreamWriter } from "../../shared/store/stream/writer.ts";
import { deleteUnreferenced } from "../../shared/table/delete-unreferenced.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly streams: Pick<VideoStreamWriter, "delete">;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Deletes a stream that no annotation or upload refers to. */
export function deleteVideoStream({ findStream, streams }: Deps) {
  return async ({ params: { id }, ifMatch }: Input) => {
    const read = async () => {
      const stream = await findStream(id);
      if (stream === undefined) throw unknownVideoStream(id);
      requireMatch(ifMatch, stream.version, ...viewsOfStream(stream));
      return stream;
    };
    await deleteUnreferenced(`Video stream ${id}`, read, streams.delete);
    return { status: 200 } as const;
  };
}
