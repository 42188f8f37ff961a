import { FilterChips } from "../../filters/chips.tsx";
import { isEffortWider } from "../../filters/effort-query.ts";
import { type Filters, readFilters, writeFilters } from "../../filters/filters.ts";
import { HidePlaces } from "../../parts/places/hide.tsx";
import { useTitle } from "../../parts/title.ts";
import { findLink, replaceParams, route } from "../../route.ts";
import { plotsText } from "../../text/plots.ts";
import { ByHour } from "./by-hour.tsx";
import { OverTime } from "./over-time.tsx";
import { ReviewProgress } from "./review-progress.tsx";
import { SpeciesAtCameras } from "./species-at-cameras.tsx";

/** The screen Plots: labels by time, hour, species and camera, and review state. */
export function Plots() {
  const plots = plotsText.value;
  useTitle(plots.title);
  const { params } = route.value;
  const filters = readFilters(params);
  const change = (next: Filters) => {
    const per = params.get("per");
    replaceParams(new URLSearchParams([...writeFilters(next), ...(per === null ? [] : [["per", per]])]));
  };
  return (
    <div class="plots-screen">
      <header class="screen-head wraps">
        <h1>{plots.title}</h1>
        <HidePlaces />
      </header>
      <FilterChips filters={filters} onChange={change} />
      <p class="hint">
        <a href={findLink(writeFilters(filters))}>{plots.toFind}</a> {plots.howCounted}{" "}
        {isEffortWider(filters) && plots.recordedWider}
      </p>
      <div class="plots">
        <OverTime filters={filters} />
        <ByHour filters={filters} />
        <SpeciesAtCameras filters={filters} />
        <ReviewProgress filters={filters} />
      </div>
    </div>
  );
}
