import { isSite, requireOwnSource, type SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { keepAlive } from "../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { VideoStreamWriter } from "../../shared/store/stream/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly streams: Pick<VideoStreamWriter, "update">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params">;

/** Records a heartbeat, so that the clean-up does not end the stream as abandoned. */
export function keepStreamAlive({ findStream, streams, nowMs }: Deps) {
  return async ({ params: { id } }: Input, calling: Eventual<User | SiteCaller>) => {
    await retryChanged(async () => {
      const stream = existing("video stream", id, await findStream(id));
      const caller = await calling;
      if (isSite(caller)) requireOwnSource(caller, stream.source);
      return streams.update(stream, keepAlive(stream, nowMs()));
    });
    return { status: 200 } as const;
  };
}
