import type { useCaptureSources } from "../../api/capture-sources.ts";
import { More } from "../../parts/list/more.tsx";
import { Loading } from "../../parts/loading.tsx";
import { longDay } from "../../parts/local-time.ts";
import { Problem } from "../../parts/problem.tsx";
import { partsText } from "../../text/parts.ts";
import { shellText } from "../../text/shell.ts";
import { streamsText } from "../../text/streams.ts";
import type { Filters } from "./filters.ts";
import { NoStreams } from "./nothing-found.tsx";
import { rowsIn, useStreamPages } from "./stream-list.ts";
import { StreamRowView } from "./stream-row.tsx";

type Props = {
  readonly filters: Filters;
  readonly cameras: ReturnType<typeof useCaptureSources>;
  readonly onChange: (filters: Filters) => void;
};

/** The streams that match the filters. More are fetched when the end of the list becomes visible. */
export function StreamDays({ filters, cameras, onChange }: Props) {
  const pages = useStreamPages(filters);
  const streams = streamsText.value;
  const retry = () => void Promise.all([pages.refetch(), cameras.refetch()]);
  // Times need the zones of the cameras' clocks, so rows wait for the cameras.
  const error = pages.data && cameras.data ? null : (pages.error ?? cameras.error);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!pages.data || !cameras.data) return <Loading what={streams.what} rows={8} />;
  const { rows, looked } = rowsIn(pages.data.pages, cameras.data, filters);
  const days = Map.groupBy(rows, ({ day }) => day);
  if (rows.length === 0 && !pages.hasNextPage) {
    return <NoStreams filters={filters} looked={looked} cameras={cameras.data} onChange={onChange} />;
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} class="day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            <time dateTime={day}>{longDay(day, shellText.value.locale)}</time>
          </h2>
          <ul>
            {ofDay.map((row) => (
              <StreamRowView key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {pages.hasNextPage ? (
        <More
          what={streams.what}
          shown={rows.length}
          {...(filters.unlabelled && { looked })}
          isFetching={pages.isFetchingNextPage}
          error={pages.error}
          onMore={() => void pages.fetchNextPage()}
        />
      ) : (
        <p class="end-of-list">
          {streams.allShown(rows.length)}
          {filters.unlabelled && `, ${partsText.value.looked(looked)}`}
        </p>
      )}
    </>
  );
}
