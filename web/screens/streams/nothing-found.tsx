import type { CaptureSource } from "../../api/capture-sources.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { NothingFound } from "../../parts/list/nothing-found.tsx";
import { dayRange } from "../../parts/local-time.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { screenLink } from "../../route.ts";
import { shellText } from "../../text/shell.ts";
import { streamsText } from "../../text/streams.ts";
import { type Filters, withoutFilter } from "./filters.ts";
import { countStreams } from "./stream-list.ts";

type Props = {
  readonly filters: Filters;
  /** Number of streams that match the other filters, and have labels. */
  readonly looked: number;
  readonly cameras: ReadonlyMap<number, CaptureSource>;
  readonly onChange: (filters: Filters) => void;
};

/** Explains why the list is empty, and offers a remedy. */
export function NoStreams({ filters, looked, cameras, onChange }: Props) {
  const streams = streamsText.value;
  const names = namesOf(filters);
  if (looked > 0) {
    return (
      <section class="nothing" role="status">
        <p>
          <strong>{streams.allLabelled(looked)}</strong>
        </p>
        <button type="button" class="primary" onClick={() => onChange(withoutFilter(filters, "unlabelled"))}>
          {streams.withLabels}
        </button>
      </section>
    );
  }
  if (names.length === 0) return <NoVideo />;
  return (
    <NothingFound
      sentence={streams.nothingFound}
      filters={names.map((name) => ({ shown: shownAs(name), without: withoutFilter(filters, name) }))}
      none={{}}
      count={countStreams}
      counted={streams.allShown}
      onChange={onChange}
    />
  );

  function shownAs(filter: (typeof names)[number]): string {
    const { camera } = filters;
    if (filter === "camera") return cameraName(camera ?? 0, cameras.get(camera ?? 0));
    const day = filters[filter] ?? "";
    return `${streams[filter]} ${dayRange(day, day, shellText.value.locale)}`;
  }
}

/** Returns the filters that the service applies. */
function namesOf(filters: Filters) {
  return (["camera", "from", "to"] as const).filter((name) => filters[name] !== undefined);
}

/** Shown while the service has no video. */
function NoVideo() {
  const streams = streamsText.value;
  const me = useMe();
  const mayAdd = me.data !== undefined && isAtLeast(me.data.role, "curator");
  return (
    <section class="nothing">
      <p>
        <strong>{streams.none}</strong>
      </p>
      {mayAdd ? <a href={screenLink("upload")}>{streams.uploadVideo}</a> : <p>{streams.askCurator}</p>}
    </section>
  );
}
