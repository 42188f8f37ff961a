import { chipText } from "../../filters/chip-text.ts";
import { useNames } from "../../filters/chips.tsx";
import { type Filters, namesOf, withoutFilter } from "../../filters/filters.ts";
import { countMoments, maxInOrder, momentsOf, useMomentPages } from "../../filters/moments.ts";
import { useLastOpened } from "../../parts/list/last-opened.ts";
import { More } from "../../parts/list/more.tsx";
import { NothingFound } from "../../parts/list/nothing-found.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { screenLink } from "../../route.ts";
import { findText } from "../../text/find.ts";
import { shellText } from "../../text/shell.ts";
import { MomentGrid } from "./moment-grid.tsx";
import { MomentTable } from "./moment-table.tsx";
import { Tools } from "./tools.tsx";
import type { View } from "./view.ts";

type Props = {
  readonly filters: Filters;
  readonly view: View;
  readonly onChange: (filters: Filters) => void;
  readonly onView: (view: View) => void;
};

/** The labels found. More are fetched when the end of the list becomes visible. */
export function Found({ filters, view, onChange, onView }: Props) {
  const pages = useMomentPages(filters, view.order);
  const rows = momentsOf(pages.data?.pages ?? []);
  const total = pages.data?.pages.at(-1)?.total;
  useLastOpened();
  return (
    <>
      <Tools filters={filters} view={view} total={total} onView={onView} />
      {pages.error && !pages.data && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading what={findText.value.what} rows={4} />}
      {total === 0 && <Nothing filters={filters} onChange={onChange} />}
      {rows.length > 0 &&
        (view.isTable ? <MomentTable rows={rows} columns={view.columns} /> : <MomentGrid rows={rows} />)}
      {rows.length > 0 && total !== undefined && <End pages={pages} shown={rows.length} total={total} />}
    </>
  );
}

type EndProps = {
  readonly pages: ReturnType<typeof useMomentPages>;
  readonly shown: number;
  readonly total: number;
};

function End({ pages, shown, total }: EndProps) {
  const find = findText.value;
  if (pages.hasNextPage) {
    return (
      <More
        what={find.what}
        shown={shown}
        isFetching={pages.isFetchingNextPage}
        error={pages.error}
        onMore={() => void pages.fetchNextPage()}
      />
    );
  }
  return <p class="end-of-list">{total > maxInOrder ? find.tooMany(maxInOrder) : find.allShown(shown)}</p>;
}

function Nothing({ filters, onChange }: Pick<Props, "filters" | "onChange">) {
  const find = findText.value;
  const names = useNames(filters);
  const set = namesOf(filters);
  if (set.length > 0) {
    return (
      <NothingFound
        sentence={find.nothingFound}
        filters={set.map((name) => ({
          shown: chipText(filters, name, names),
          without: withoutFilter(filters, name),
        }))}
        none={{}}
        count={countMoments}
        counted={find.moments}
        onChange={onChange}
      />
    );
  }
  return (
    <section class="nothing">
      <p>
        <strong>{find.none}</strong> {find.howTo}
      </p>
      <a href={screenLink("streams")}>{shellText.value.toStreams}</a>
    </section>
  );
}
