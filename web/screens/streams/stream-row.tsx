import { useLabelCounts } from "../../api/label-counts.ts";
import { useSeen } from "../../parts/list/seen.ts";
import { duration } from "../../parts/local-time.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { watchLink } from "../../route.ts";
import { shellText } from "../../text/shell.ts";
import { streamsText } from "../../text/streams.ts";
import type { StreamRow } from "./stream-list.ts";
import { StreamStill } from "./stream-still.tsx";
import { streamTime } from "./stream-time.ts";

/** A stream in the list: its still, camera, time, and numbers of labels. */
export function StreamRowView({ row }: { readonly row: StreamRow }) {
  const { ref, isSeen } = useSeen<HTMLLIElement>();
  const { id, camera, cameraId, filename, endMs } = row;
  const { since } = streamsText.value;
  return (
    <li ref={ref} class="stream link-row">
      <StreamStill row={row} isSeen={isSeen} />
      <span class="names">
        <a class="camera" href={watchLink(id)}>
          {cameraName(cameraId, camera)}
        </a>
        {filename !== undefined && (
          <span class="filename" title={filename}>
            {filename}
          </span>
        )}
      </span>
      <span class="time">{streamTime(row, camera?.time_zone, shellText.value.locale, since)}</span>
      <span class="duration">{endMs !== undefined && duration(endMs - row.startMs)}</span>
      <Labels stream={id} isSeen={isSeen} />
    </li>
  );
}

function Labels({ stream, isSeen }: { readonly stream: number; readonly isSeen: boolean }) {
  const { data, isError } = useLabelCounts(stream, isSeen);
  const streams = streamsText.value;
  return (
    <>
      <span class={data?.all === 0 ? "labels none" : "labels"}>
        {data && (data.all > 0 ? streams.labels(data.all) : streams.noLabels)}
        {isError && "–"}
      </span>
      <span class="to-review">{data && data.toReview > 0 && streams.toReview(data.toReview)}</span>
    </>
  );
}
