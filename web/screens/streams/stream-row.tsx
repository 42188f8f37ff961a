import { useLabelCounts } from "../../api/label-counts.ts";
import { useSeen } from "../../parts/list/seen.ts";
import { duration, localDay, localTime, shortDay, zoneName } from "../../parts/local-time.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { watchLink } from "../../route.ts";
import { shellText } from "../../text/shell.ts";
import { streamsText } from "../../text/streams.ts";
import type { StreamRow } from "./stream-list.ts";
import { StreamStill } from "./stream-still.tsx";

/** A stream in the list: its still, camera, time, and numbers of labels. */
export function StreamRowView({ row }: { readonly row: StreamRow }) {
  const { ref, isSeen } = useSeen<HTMLLIElement>();
  const { id, camera, cameraId, endMs } = row;
  return (
    <li ref={ref} class="stream">
      <StreamStill row={row} isSeen={isSeen} />
      <a class="camera" href={watchLink(id)}>
        {cameraName(cameraId, camera)}
      </a>
      <span class="time">{timeOf(row)}</span>
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

/** Returns `21:10–21:15 CET`. If the stream ends on another day, adds this day. */
function timeOf({ startMs, endMs, camera, day }: StreamRow): string {
  const streams = streamsText.value;
  const shell = shellText.value;
  const zone = camera?.time_zone;
  const start = localTime(startMs, zone, shell.locale);
  const name = zoneName(startMs, zone, shell.locale);
  if (endMs === undefined) return `${streams.since(start)} ${name}`;
  const endDay = localDay(endMs, zone);
  const end = localTime(endMs, zone, shell.locale);
  return `${start}–${endDay === day ? "" : `${shortDay(endDay, shell.locale)} `}${end} ${name}`;
}
