import { useCounts, useEffort } from "../../api/counts.ts";
import { effortQuery } from "../../filters/effort-query.ts";
import { type Filters, filterQuery, writeFilters } from "../../filters/filters.ts";
import { Loading } from "../../parts/loading.tsx";
import { longDay, shortDay, startOf } from "../../parts/local-time.ts";
import { Problem } from "../../parts/problem.tsx";
import { findLink, replaceParams, route } from "../../route.ts";
import { plotsText } from "../../text/plots.ts";
import { shellText } from "../../text/shell.ts";
import { BarPlot } from "./bar-plot.tsx";
import { daysOf, type Per, perOf, type TimeBin, timeBins } from "./bins.ts";
import { Figure } from "./figure.tsx";

/** Labels and recorded hours by day or month. */
export function OverTime({ filters }: { readonly filters: Filters }) {
  const plots = plotsText.value;
  const shell = shellText.value;
  const counts = useCounts("day", filterQuery(filters));
  const effort = useEffort("day", effortQuery(filters));
  if (counts.error) return <Problem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (!counts.data || effort.isPending) return <Loading what={plots.what} />;
  const labelRows = counts.data.rows;
  const effortRows = effort.data?.rows ?? [];
  const days = labelRows.flatMap(({ day }) => (day === undefined ? [] : [day]));
  const chosen = (["day", "month"] as const).find((each) => each === route.value.params.get("per"));
  const per = perOf(days, chosen);
  const bins = timeBins(labelRows, effortRows, per);
  const outside =
    secondsOf(effortRows) - secondsOf(bins.map(({ recordedSeconds: seconds }) => ({ seconds })));
  const hrefOf = ({ key }: TimeBin) =>
    findLink(writeFilters({ ...filters, days: within(filters, daysOf(key)) }));
  const nameOf = ({ key }: TimeBin) =>
    per === "day" ? longDay(key, shell.locale) : monthName(key, shell.locale);
  return (
    <Figure
      title={plots.overTime}
      note={[plots.overTimeNote, outside >= 1 && plots.recordedOutside(plots.recorded(outside))]
        .filter(Boolean)
        .join(" ")}
      file="labels-over-time"
      choice={<PerChoice per={per} />}
      numbers={{
        columns: [plots[per], plots.labels, plots.recordedHours],
        rows: bins.map((bin) => ({
          cells: [bin.key, bin.labels, hoursOf(bin)],
          href: hrefOf(bin),
        })),
      }}
    >
      <BarPlot
        name={plots.overTime}
        bars={bins.map((bin) => ({
          key: bin.key,
          mark: per === "day" ? shortDay(bin.key, shell.locale) : bin.key,
          count: bin.labels,
          recordedSeconds: bin.recordedSeconds,
          title: plots.bar(nameOf(bin), bin.labels, bin.recordedSeconds),
          href: hrefOf(bin),
        }))}
      />
    </Figure>
  );
}

function PerChoice({ per }: { readonly per: Per }) {
  const plots = plotsText.value;
  return (
    <label class="choice">
      {plots.per}
      <select
        value={per}
        onChange={({ currentTarget }) => {
          const params = new URLSearchParams(route.value.params);
          params.set("per", currentTarget.value);
          replaceParams(params);
        }}
      >
        <option value="day">{plots.day}</option>
        <option value="month">{plots.month}</option>
      </select>
    </label>
  );
}

function secondsOf(rows: readonly { readonly seconds: number }[]): number {
  return rows.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Returns hours with two decimals. */
function hoursOf({ recordedSeconds }: TimeBin): number {
  return Math.round(recordedSeconds / 36) / 100;
}

/** Returns the days of a month that are within the filters. */
function within({ days }: Filters, { from, to }: { readonly from: string; readonly to: string }) {
  return {
    from: days?.from !== undefined && days.from > from ? days.from : from,
    to: days?.to !== undefined && days.to < to ? days.to : to,
  };
}

function monthName(month: string, locale: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, options).format(startOf(`${month}-01`));
}
