import { useCaptureSources } from "../../api/capture-sources.ts";
import { useCounts, useEffort } from "../../api/counts.ts";
import { FilterChips } from "../../filters/chips.tsx";
import { effortQuery } from "../../filters/effort-query.ts";
import { filterQuery, readFilters, writeFilters } from "../../filters/filters.ts";
import { Loading } from "../../parts/loading.tsx";
import { placesHidden } from "../../parts/places/hidden.ts";
import { HidePlaces } from "../../parts/places/hide.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useTitle } from "../../parts/title.ts";
import { findLink, replaceParams, route } from "../../route.ts";
import { mapText } from "../../text/map.ts";
import { SiteTable } from "./site-table.tsx";
import { type Site, sitesOf } from "./sites.ts";
import { SitesView } from "./sites-view.tsx";

/** The screen Map: the number of labels at each camera, as circles. */
export function SiteMap() {
  const map = mapText.value;
  useTitle(map.title);
  const filters = readFilters(route.value.params);
  const cameras = useCaptureSources();
  const counts = useCounts("capturesource", filterQuery(filters));
  const effort = useEffort("capturesource", effortQuery(filters));
  const error = cameras.error ?? counts.error;
  const isReady = cameras.data !== undefined && counts.data !== undefined;
  const sites = sitesOf(cameras.data?.values() ?? [], counts.data?.rows ?? [], effort.data?.rows);
  const linkOf = ({ id }: Site) => findLink(writeFilters({ ...filters, camera: id }));
  const seen = sites.filter(({ labels }) => labels > 0);

  return (
    <div class="map-screen">
      <header class="screen-head wraps">
        <h1>{map.title}</h1>
        <HidePlaces />
      </header>
      <FilterChips filters={filters} onChange={(next) => replaceParams(writeFilters(next))} />
      {error && <Problem error={error} onRetry={() => void (cameras.error ? cameras : counts).refetch()} />}
      {!isReady && !error && <Loading what={map.what} rows={6} />}
      {isReady && sites.length === 0 && <p class="nothing">{map.noCameras}</p>}
      {isReady && sites.length > 0 && (
        <>
          <p>
            <a href={findLink(writeFilters(filters))}>{map.counted(counts.data.total, seen.length)}</a>{" "}
            <span class="hint">{map.howCounted}</span>
          </p>
          {placesHidden.value ? (
            <SiteTable sites={sites} middle={undefined} onAround={undefined} linkOf={linkOf} />
          ) : (
            <SitesView sites={sites} linkOf={linkOf} />
          )}
        </>
      )}
    </div>
  );
}
