import { useEffect, useRef } from "preact/hooks";
import type { useCaptureSources } from "../../api/capture-sources.ts";
import { Loading } from "../../parts/loading.tsx";
import { longDay } from "../../parts/local-time.ts";
import { Problem } from "../../parts/problem.tsx";
import { text } from "../../text/text.ts";
import type { Filters } from "./filters.ts";
import { NothingFound } from "./nothing-found.tsx";
import { rowsByDay, useStreamPages } from "./stream-list.ts";
import { StreamRowView } from "./stream-row.tsx";

type Props = {
  readonly filters: Filters;
  readonly cameras: ReturnType<typeof useCaptureSources>;
  readonly onChange: (filters: Filters) => void;
};

/** The streams that the filters find. More are fetched when the end comes into sight. */
export function StreamDays({ filters, cameras, onChange }: Props) {
  const pages = useStreamPages(filters);
  const { streams, shell } = text.value;
  const retry = () => void Promise.all([pages.refetch(), cameras.refetch()]);
  // Times are by the clocks of cameras, so rows wait for these.
  const error = pages.data && cameras.data ? null : (pages.error ?? cameras.error);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!pages.data || !cameras.data) return <Loading what={streams.what} rows={8} />;
  const days = rowsByDay(pages.data.pages, cameras.data, filters);
  const rows = [...days.values()].flat().length;
  if (rows === 0 && !pages.hasNextPage) {
    return <NothingFound filters={filters} cameras={cameras.data} onChange={onChange} />;
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} class="day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            <time dateTime={day}>{longDay(day, shell.locale)}</time>
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
          shown={rows}
          isFetching={pages.isFetchingNextPage}
          error={pages.error}
          onMore={() => void pages.fetchNextPage()}
        />
      ) : (
        <p class="end-of-list">{streams.allShown(rows)}</p>
      )}
    </>
  );
}

type MoreProps = {
  readonly shown: number;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly onMore: () => void;
};

/** The end of what was fetched: fetches more when it comes into sight, or by its button. */
function More({ shown, isFetching, error, onMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { streams } = text.value;
  const waits = !isFetching && error === null;
  useEffect(() => {
    const { current } = end;
    if (!current || !waits) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: "100%" },
    );
    observer.observe(current);
    return () => observer.disconnect();
    // A new observer for each page: it also sees an end that stayed in sight.
  }, [waits, onMore]);
  return (
    <div ref={end} class="end-of-list">
      {error && <Problem error={error} onRetry={onMore} />}
      {isFetching && <Loading what={streams.what} />}
      {waits && (
        <button type="button" onClick={onMore}>
          {streams.more}
        </button>
      )}
      <p>{streams.shown(shown)}</p>
    </div>
  );
}
