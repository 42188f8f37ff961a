import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { saysTheSame } from "../../runtime/says-the-same.ts";
import { keys } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";

/** Returns true if a change is only a heartbeat. Two may be in the same millisecond. */
export function isHeartbeat(before: VideoStream, after: VideoStream): boolean {
  if (before.live === undefined || after.live?.aliveMs === undefined) return false;
  return saysTheSame({ ...before, live: { ...before.live, aliveMs: after.live.aliveMs } }, after);
}

/**
 * Stores a heartbeat in a stream as it was read. A site sends one a minute for days, so heartbeats leave no trace. They
 * change the version, so that the clean-up does not end a stream that has just sent one.
 */
export function heartbeat({ id, live, version }: VideoStream): Write<"changed-meanwhile"> {
  const Key = keys.videoStream(id);
  return {
    key: Key,
    refusal: "changed-meanwhile",
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key,
        UpdateExpression: "SET aliveMs = :alive, ver = :next",
        ConditionExpression: "ver = :version",
        ExpressionAttributeValues: { ":alive": live?.aliveMs, ":version": version, ":next": version + 1 },
      },
    }),
  };
}
