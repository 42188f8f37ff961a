import { useSignal } from "@preact/signals";
import type { GeoPermissibleObjects } from "d3-geo";
import { useQuery } from "../../api/query.ts";
import { useKeyHelp } from "../../keys/help.ts";
import { useWidth } from "../../parts/element-size.ts";
import { mapText } from "../../text/map.ts";
import { Inset } from "./inset.tsx";
import { MapPicture } from "./map-picture.tsx";
import { SiteTable } from "./site-table.tsx";
import type { Site } from "./sites.ts";
import { landFromKm, surroundings, trueUpToKm, type View, viewOf, worldView, zoomed } from "./view.ts";

type Props = { readonly sites: readonly Site[]; readonly linkOf: (site: Site) => string };

/** The map with its buttons, and the table of the same sites. */
export function SitesView({ sites, linkOf }: Props) {
  const map = mapText.value;
  const { ref, width } = useWidth<HTMLDivElement>();
  const size = { width, height: Math.round(Math.min(560, Math.max(260, width * 0.6))) };
  const aspect = width > 0 ? size.width / size.height : 1;
  const places = sites.map(({ place }) => place);
  // `undefined` shows all cameras, also after the filters have changed.
  const chosen = useSignal<View | undefined>(undefined);
  const view = chosen.value ?? viewOf(places, aspect);
  const land = useLand();
  const show = (next: View | undefined) => {
    chosen.value = next;
  };
  useKeyHelp(map.keyHelp);
  const buttons = [
    { text: "+", name: map.zoomIn, next: () => zoomed(view, 1.6, aspect) },
    { text: "−", name: map.zoomOut, next: () => zoomed(view, 1 / 1.6, aspect) },
    { text: map.all, next: () => undefined },
    { text: map.world, next: () => worldView(view.middle.longitude, aspect) },
  ];

  return (
    <div class="map-and-table">
      <section class="map-box">
        <div ref={ref} class="map-picture">
          {width > 0 && (
            <MapPicture sites={sites} view={view} size={size} land={land} onView={show} linkOf={linkOf} />
          )}
          {land && view.widthKm < landFromKm && <Inset view={view} land={land} />}
        </div>
        <fieldset class="map-buttons wraps bare">
          <legend class="unseen">{map.buttons}</legend>
          {buttons.map(({ text, name, next }) => (
            <button
              key={text}
              type="button"
              class={name && "round"}
              aria-label={name}
              onClick={() => show(next())}
            >
              {text}
            </button>
          ))}
        </fieldset>
        <p class="hint">{noteOf(view)}</p>
      </section>
      <SiteTable
        sites={sites}
        middle={view.widthKm <= trueUpToKm ? view.middle : undefined}
        onAround={({ place }) => show(surroundings(place, places, aspect))}
        linkOf={linkOf}
      />
    </div>
  );
}

function noteOf({ widthKm }: View): string {
  const map = mapText.value;
  if (widthKm > trueUpToKm) return map.coarse;
  return `${map.trueFrom} ${widthKm < landFromKm ? map.noLand : map.coarse}`;
}

/** Loads the outlines of land; `undefined` until they are fetched. */
function useLand(): GeoPermissibleObjects | undefined {
  return useQuery<GeoPermissibleObjects>({
    queryKey: ["land"],
    queryFn: async () => (await import("./land.ts")).land,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}
