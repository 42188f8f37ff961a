import type { CaptureSource } from "../../api/capture-sources.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { streamsText } from "../../text/streams.ts";
import { type FilterName, type Filters, isInOrder, withoutFilter } from "./filters.ts";

type Props = {
  readonly filters: Filters;
  readonly cameras: ReadonlyMap<number, CaptureSource> | undefined;
  readonly onChange: (filters: Filters) => void;
};

/** The filters of the list of streams. */
export function FilterBar({ filters, cameras, onChange }: Props) {
  const streams = streamsText.value;
  const set = <N extends FilterName>(name: N, value: Filters[N] | undefined) =>
    onChange(value === undefined ? withoutFilter(filters, name) : { ...filters, [name]: value });
  const byName = [...(cameras?.values() ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  const isWrong = !isInOrder(filters);
  return (
    <search aria-label={streams.filters}>
      <form class="filters wraps" onSubmit={(event) => event.preventDefault()}>
        <label class="labelled">
          {streams.camera}
          <select
            value={filters.camera ?? ""}
            onChange={({ currentTarget: { value } }) =>
              set("camera", value === "" ? undefined : Number(value))
            }
          >
            <option value="">{streams.allCameras}</option>
            {filters.camera !== undefined && !cameras?.has(filters.camera) && (
              <option value={filters.camera}>{cameraName(filters.camera, undefined)}</option>
            )}
            {byName.map((camera) => (
              <option key={camera.id} value={camera.id}>
                {cameraName(camera.id, camera)}
              </option>
            ))}
          </select>
        </label>
        {(["from", "to"] as const).map((name) => (
          <label key={name} class="labelled">
            {streams[name]}
            <input
              type="date"
              value={filters[name] ?? ""}
              aria-invalid={isWrong}
              onChange={({ currentTarget: { value } }) => set(name, value || undefined)}
            />
          </label>
        ))}
        <label class="option">
          <input
            type="checkbox"
            checked={filters.unlabelled === true}
            onChange={({ currentTarget: { checked } }) => set("unlabelled", checked || undefined)}
          />
          {streams.unlabelled}
        </label>
        {Object.keys(filters).length > 0 && (
          <button type="button" class="plain clear" onClick={() => onChange({})}>
            {streams.clear}
          </button>
        )}
        {isWrong && (
          <p class="field-error" role="alert">
            {streams.wrongOrder}
          </p>
        )}
      </form>
    </search>
  );
}
