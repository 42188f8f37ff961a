import { FilterChips } from "../../filters/chips.tsx";
import { type Filters, readFilters, writeFilters } from "../../filters/filters.ts";
import { useTitle } from "../../parts/title.ts";
import { replaceParams, route } from "../../route.ts";
import { findText } from "../../text/find.ts";
import { Found } from "./found.tsx";
import { readView, type View, writeView } from "./view.ts";

/** The screen Find: labels by species, place, time, maker and review state. */
export function Find() {
  const { title } = findText.value;
  useTitle(title);
  const { params } = route.value;
  const filters = readFilters(params);
  const view = readView(params);
  const show = (next: Filters, how: View) =>
    replaceParams(new URLSearchParams([...writeFilters(next), ...writeView(how)]));
  const change = (next: Filters) => show(next, view);
  return (
    <div class="find">
      <h1 class="unseen">{title}</h1>
      <FilterChips filters={filters} onChange={change} />
      <Found
        key={JSON.stringify([filters, view.order])}
        filters={filters}
        view={view}
        onChange={change}
        onView={(how) => show(filters, how)}
      />
    </div>
  );
}
