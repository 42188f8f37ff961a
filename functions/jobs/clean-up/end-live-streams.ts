import {
  abandonedUntilMs,
  endAbandoned,
  type LiveLimits,
} from "../../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { formatTimestamp } from "../../../shared/domain/time/timestamp.ts";
import { retryChanged } from "../../../shared/table/retry-changed.ts";
import type { Effects } from "./effects.ts";
import { processItems } from "./process-items.ts";
import type { Run } from "./run.ts";

type Deps = {
  /** Lists ids of live streams that started at `untilMs` or before. Can include streams that have just ended. */
  readonly liveStreamIds: (untilMs: number) => AsyncIterable<number>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly effects: Pick<Effects, "updateStream">;
  readonly limits: LiveLimits;
  readonly nowMs: () => number;
};

/** Ends abandoned live streams. If a heartbeat or an end is written at the same time, that write takes precedence. */
export function endLiveStreams({ liveStreamIds, findStream, effects, limits, nowMs }: Deps) {
  /** Returns the ended stream, or `undefined` when it does not exist or is not abandoned. */
  const end = (id: number) =>
    retryChanged(async () => {
      const stream = await findStream(id);
      if (stream === undefined) return undefined;
      const after = endAbandoned(stream, limits, nowMs());
      if (after === stream) return undefined;
      return (await effects.updateStream(stream, after)) === "updated" ? after : "changed-meanwhile";
    });

  return async (run: Run): Promise<void> => {
    const ids = liveStreamIds(abandonedUntilMs(limits, nowMs()));
    await processItems(
      run,
      ids,
      (id) => (id === undefined ? "Live streams" : `Video stream ${id}`),
      async (id) => {
        const ended = await end(id);
        run.counts.liveStreams += 1;
        if (ended?.endMs === undefined) return;
        run.recordChange("endedStreams", `Video stream ${id}: ended at ${formatTimestamp(ended.endMs)}`);
      },
    );
  };
}
