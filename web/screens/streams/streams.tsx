import { computed } from "@preact/signals";
import { useCaptureSources } from "../../api/capture-sources.ts";
import { useKeyHelp } from "../../keys/help.ts";
import { useTitle } from "../../parts/title.ts";
import { replaceParams, route } from "../../route.ts";
import { streamsText } from "../../text/streams.ts";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, isInOrder, readFilters, writeFilters } from "./filters.ts";
import { StreamDays } from "./stream-days.tsx";

const keys = computed(() => {
  const { through, open, help } = streamsText.value.keys;
  return [
    { keys: ["Tab", "Shift+Tab"], does: through },
    { keys: ["Enter"], does: open },
    { keys: ["?"], does: help },
  ];
});

/** The first screen: all streams by day, the newest first. */
export function Streams() {
  const { title } = streamsText.value;
  useTitle(title);
  useKeyHelp(keys.value);
  const filters = readFilters(route.value.params);
  const cameras = useCaptureSources();
  const change = (next: Filters) => replaceParams(writeFilters(next));
  return (
    <div class="streams">
      <header class="wraps">
        <h1>{title}</h1>
        <FilterBar filters={filters} cameras={cameras.data} onChange={change} />
      </header>
      {isInOrder(filters) && (
        <StreamDays key={JSON.stringify(filters)} filters={filters} cameras={cameras} onChange={change} />
      )}
    </div>
  );
}
