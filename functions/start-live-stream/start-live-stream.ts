import { isSite, requireOwnSource, type SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import { frameSizeIn } from "../../shared/domain/stream/frame-size.ts";
import { checkLiveStart } from "../../shared/domain/stream/stream-times.ts";
import { checkStreamUrl, type StreamUrlRules } from "../../shared/domain/stream/url.ts";
import { unknownSource } from "../../shared/domain/stream/video-stream.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { VideoStreamWriter } from "../../shared/store/stream/writer.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly streams: Pick<VideoStreamWriter, "create">;
  readonly urlRules: StreamUrlRules;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Registers a stream that is being recorded. Without a start time in the body, it starts now. */
export function startLiveStream({ findSource, streams, urlRules, nowMs }: Deps) {
  return async ({ body, idempotency }: Input, calling: Eventual<User | SiteCaller>) => {
    const build = async () => {
      const found = handled(findSource(body.capturesource));
      const caller = await calling;
      if (isSite(caller)) requireOwnSource(caller, body.capturesource);
      checkStreamUrl(body.stream_url, urlRules, isSite(caller));
      const startMs = body.startTime ?? nowMs();
      checkLiveStart(startMs, nowMs());
      if (!(await found)) throw unknownSource(body.capturesource);
      return {
        source: body.capturesource,
        url: body.stream_url,
        startMs,
        endMs: undefined,
        size: frameSizeIn(body),
        mediaType: body.media_type,
        camtrapDp: body.camtrap_dp,
        live: { aliveMs: undefined, endedBy: undefined },
      };
    };
    const created = await streams.create(build, idempotency);
    if (created === "source-deleted") throw unknownSource(body.capturesource);
    const headers = createdHeaders(`/api/v1/videostreams/${created.id}`, created);
    return { status: 200, headers, body: { id: created.id } } as const;
  };
}
