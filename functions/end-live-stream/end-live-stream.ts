import type { Copy } from "../../shared/domain/copy/copy.ts";
import { isSite, requireOwnSource, type SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { endStream } from "../../shared/domain/stream/live-stream.ts";
import { maxStreamMs } from "../../shared/domain/stream/stream-times.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { VideoStreamWriter } from "../../shared/store/stream/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly streams: Pick<VideoStreamWriter, "update">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/** Ends a live stream. Changes nothing if a site or a user has already ended it. */
export function endLiveStream({ findStream, findCopy, streams, nowMs }: Deps) {
  return async ({ params: { id }, body, ifMatch }: Input, calling: Eventual<User | SiteCaller>) => {
    await retryChanged(async () => {
      const [found, copy] = await Promise.all([findStream(id), findCopy(id)]);
      const stream = existing("video stream", id, found);
      const caller = await calling;
      if (isSite(caller)) requireOwnSource(caller, stream.source);
      requireMatch(ifMatch, stream.version, ...viewsOfStream(stream, copy));
      const endMs = body?.endTime ?? Math.min(nowMs(), stream.startMs + maxStreamMs);
      const ended = endStream(stream, endMs, isSite(caller) ? "site" : "user");
      return ended === stream ? "updated" : streams.update(stream, ended);
    });
    return { status: 200 } as const;
  };
}
