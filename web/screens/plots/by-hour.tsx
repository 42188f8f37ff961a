import { useCounts, useEffort } from "../../api/counts.ts";
import { effortQuery } from "../../filters/effort-query.ts";
import { type Filters, filterQuery, writeFilters } from "../../filters/filters.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { findLink } from "../../route.ts";
import { plotsText } from "../../text/plots.ts";
import { BarPlot } from "./bar-plot.tsx";
import { hourBins } from "./bins.ts";
import { Figure } from "./figure.tsx";

/** Labels by the hour of the camera's clock. */
export function ByHour({ filters }: { readonly filters: Filters }) {
  const plots = plotsText.value;
  const counts = useCounts("hour", filterQuery(filters));
  const effort = useEffort("capturesource", effortQuery(filters));
  if (counts.error) return <Problem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (!counts.data) return <Loading what={plots.what} />;
  const bins = hourBins(counts.data.rows);
  const hrefOf = (hour: number) =>
    findLink(writeFilters({ ...filters, hours: { from: hour, to: hour + 1 } }));
  const seconds = effort.data?.rows.reduce((sum, row) => sum + row.seconds, 0);
  return (
    <Figure
      title={plots.byHour}
      note={plots.byHourNote(seconds)}
      file="labels-by-hour"
      numbers={{
        columns: [plots.hour, plots.labels],
        rows:
          counts.data.rows.length === 0
            ? []
            : bins.map((count, hour) => ({ cells: [plots.hourOf(hour), count], href: hrefOf(hour) })),
      }}
    >
      <BarPlot
        name={plots.byHour}
        markEvery={[1, 3, 6]}
        bars={bins.map((count, hour) => ({
          key: String(hour),
          mark: String(hour).padStart(2, "0"),
          count,
          title: plots.hourBar(hour, count),
          href: hrefOf(hour),
        }))}
      />
    </Figure>
  );
}
