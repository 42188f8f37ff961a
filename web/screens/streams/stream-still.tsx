import { useSignal } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { useStill } from "../../api/stills.ts";
import { streamsText } from "../../text/streams.ts";
import type { StreamRow } from "./stream-list.ts";

type Props = { readonly row: StreamRow; readonly isSeen: boolean };

/** A picture of a stream. The picture is fetched when the row becomes visible. */
export function StreamStill({ row, isSeen }: Props) {
  const isLive = row.endMs === undefined;
  const time = useStillTime(row.id, isSeen && !isLive);
  const still = useStill(time === undefined ? undefined : { videostream: row.id, time, width: 320 });
  const isBroken = useSignal(false);
  const { data } = still;
  return (
    <span class="still">
      {isLive && <span class="live">{streamsText.value.live}</span>}
      {(data === "none" || isBroken.value) && <span class="no-picture">{streamsText.value.noPicture}</span>}
      {typeof data === "object" && !isBroken.value && (
        // The text of the row describes the stream.
        <img
          src={data.url}
          alt=""
          width={320}
          height={180}
          decoding="async"
          onError={() => {
            isBroken.value = true;
          }}
        />
      )}
    </span>
  );
}

/**
 * Returns the time for the picture: the beginning. For readers it is the first label, because they may only see
 * pictures of labels.
 */
function useStillTime(videostream: number, isSeen: boolean): string | undefined {
  const me = useMe();
  const mayChoose = me.data !== undefined && isAtLeast(me.data.role, "annotator");
  const first = useQuery<string | null>({
    queryKey: ["first label", videostream],
    queryFn: async ({ signal }) => {
      const { results } = await answer(
        service.GET("/annotations", {
          params: { query: { videostream: [videostream], order: "start_time", limit: 1, shape: "full" } },
          signal,
        }),
      );
      const [label] = results;
      return label && "start" in label && typeof label.start === "string" ? label.start : null;
    },
    enabled: isSeen && me.data !== undefined && !mayChoose,
  });
  if (!isSeen) return undefined;
  return mayChoose ? "00:00:00" : (first.data ?? undefined);
}
