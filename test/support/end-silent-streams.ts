import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Table } from "../../shared/store/table.ts";
import { VideoStreamItem } from "../../shared/store/video-stream-item.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";

type Limits = {
  /** A stream that has told that it is alive is ended at its last sign of life after so long a silence. */
  readonly silenceMs: number;
  /** One that never did is ended so long after its start. */
  readonly mostOpenMs: number;
};

/** What the clean-up does with live streams of which nothing is heard: an end that is provisional. */
export async function endSilentStreams(table: Table, { silenceMs, mostOpenMs }: Limits): Promise<number> {
  let ended = 0;
  for (let ExclusiveStartKey: Record<string, unknown> | undefined; ; ) {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        FilterExpression: "sk = :stream AND live = :true AND attribute_not_exists(endMs)",
        ExpressionAttributeValues: { ":stream": "V", ":true": true },
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      }),
    );
    for (const item of page.Items ?? []) {
      const stream = z.parse(VideoStreamItem, item);
      const { live, startMs } = stream;
      if (live === undefined) continue;
      const silentMs = live.aliveMs === undefined ? startMs + mostOpenMs : live.aliveMs + silenceMs;
      if (silentMs > Date.now()) continue;
      const endMs = live.aliveMs ?? startMs + mostOpenMs;
      const provisional = { ...stream, endMs, live: { ...live, endedBy: "cleanup" as const } };
      const outcome = await videoStreamWriter(table).update(stream, provisional);
      if (outcome === "updated") ended += 1;
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (ExclusiveStartKey === undefined) return ended;
  }
}
