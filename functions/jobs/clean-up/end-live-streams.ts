import { formatTimestamp } from "../../../shared/domain/timestamp.ts";
import {
  abandonedUntilMs,
  endAbandoned,
  type LiveLimits,
  type VideoStream,
} from "../../../shared/domain/video-stream.ts";
import { retryChanged } from "../../../shared/table/retry-changed.ts";
import type { Effects } from "./effects.ts";
import { processItems } from "./process-items.ts";
import type { Run } from "./run.ts";

type Deps = {
  /** Ids of streams that started until then and were live a moment ago. */
  readonly liveStreamIds: (untilMs: number) => AsyncIterable<number>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly effects: Pick<Effects, "updateStream">;
  readonly limits: LiveLimits;
  readonly nowMs: () => number;
};

/** Ends live streams that are abandoned. A sign of life or an end that comes at the same moment wins. */
export function endLiveStreams({ liveStreamIds, findStream, effects, limits, nowMs }: Deps) {
  /** The stream after its end, or `undefined` when it was not to be ended. */
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
        run.did("endedStreams", `Video stream ${id} is ended, at ${formatTimestamp(ended.endMs)}`);
      },
    );
  };
}
