import { isEffortWider } from "../../parts/effort-query.ts";
import { HidePlaces } from "../../parts/hide-places.tsx";
import { useTitle } from "../../parts/title.ts";
import { route } from "../../route.ts";
import { text } from "../../text/text.ts";
import { readFilters } from "../find/filters.ts";
import { ByHour } from "./by-hour.tsx";
import { OverTime } from "./over-time.tsx";
import { ReviewProgress } from "./review-progress.tsx";
import { SpeciesAtCameras } from "./species-at-cameras.tsx";

/** Labels in numbers: when, at what hour, what where, and how far their review is. */
export function Plots() {
  const { plots } = text.value;
  useTitle(plots.title);
  const filters = readFilters(route.value.params);
  return (
    <div class="plots-screen">
      <header class="screen-head">
        <h1>{plots.title}</h1>
        <HidePlaces />
      </header>
      <p class="hint">
        {plots.howCounted} {isEffortWider(filters) && plots.recordedWider}
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
