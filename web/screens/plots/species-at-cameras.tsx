import { useAllSpecies } from "../../api/all-species.ts";
import { useCaptureSources } from "../../api/capture-sources.ts";
import { useCounts, useEffort } from "../../api/counts.ts";
import { effortQuery } from "../../filters/effort-query.ts";
import { type Filters, filterQuery, writeFilters } from "../../filters/filters.ts";
import { Loading } from "../../parts/loading.tsx";
import { cameraName } from "../../parts/places/hidden.ts";
import { Problem } from "../../parts/problem.tsx";
import { findLink } from "../../route.ts";
import { plotsText } from "../../text/plots.ts";
import { Figure } from "./figure.tsx";
import { heatOf } from "./heat.ts";
import { HeatPlot } from "./heat-plot.tsx";

/** The number of labels of each species at each camera. */
export function SpeciesAtCameras({ filters }: { readonly filters: Filters }) {
  const plots = plotsText.value;
  const cameras = useCaptureSources();
  const species = useAllSpecies();
  const counts = useCounts("species,capturesource", filterQuery(filters));
  const effort = useEffort("capturesource", effortQuery(filters));
  if (counts.error) return <Problem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (!counts.data || cameras.isPending || species.isPending) return <Loading what={plots.what} />;

  const heat = heatOf(counts.data.rows);
  const nameOfCamera = (id: number) => cameraName(id, cameras.data?.get(id));
  const nameOfSpecies = (id: number) => species.data?.get(id)?.common_name ?? plots.speciesNumber(id);
  const hrefOf = (kind: number, camera?: number) =>
    findLink(writeFilters({ ...filters, species: [kind], ...(camera !== undefined && { camera }) }));
  const secondsOf = (id: number) => {
    const rows = effort.data?.rows;
    return rows && (rows.find(({ capturesource }) => capturesource === id)?.seconds ?? 0);
  };
  return (
    <Figure
      title={plots.heat}
      note={plots.heatNote}
      file="species-at-cameras"
      numbers={{
        columns: [plots.species, ...heat.cameras.map(nameOfCamera)],
        rows: heat.species.map((kind) => ({
          cells: [nameOfSpecies(kind), ...heat.cameras.map((camera) => heat.countOf(kind, camera))],
          href: hrefOf(kind),
        })),
      }}
    >
      <HeatPlot
        heat={heat}
        nameOfSpecies={nameOfSpecies}
        nameOfCamera={nameOfCamera}
        hoursOf={(camera) => plots.recorded(secondsOf(camera))}
        hrefOf={hrefOf}
      />
    </Figure>
  );
}
