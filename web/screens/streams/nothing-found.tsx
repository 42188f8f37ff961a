import type { CaptureSource } from "../../api/capture-sources.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { useQuery } from "../../api/query.ts";
import { cameraName } from "../../parts/hidden-places.ts";
import { shortDay } from "../../parts/local-time.ts";
import { text } from "../../text/text.ts";
import { type FilterName, type Filters, withoutFilter } from "./filters.ts";
import { countStreams } from "./stream-list.ts";

type Props = {
  readonly filters: Filters;
  readonly cameras: ReadonlyMap<number, CaptureSource>;
  readonly onChange: (filters: Filters) => void;
};

/** Says why the list is empty, and what to do about it. */
export function NothingFound({ filters, cameras, onChange }: Props) {
  const { streams } = text.value;
  const names = namesOf(filters);
  const worst = useQuery<Worst | null>({
    queryKey: ["worst filter", filters],
    queryFn: ({ signal }) => worstFilter(filters, signal),
    enabled: names.length > 0,
  });
  if (names.length === 0) return <NoVideo />;
  const { name, left } = worst.data ?? {};
  return (
    <section class="nothing" role="status">
      <p>
        <strong>{streams.nothingFound}</strong>
        {name !== undefined && left !== undefined && ` ${streams.without(shownAs(name), left)}`}
      </p>
      {name !== undefined && (
        <button type="button" class="primary" onClick={() => onChange(withoutFilter(filters, name))}>
          {streams.remove(shownAs(name))}
        </button>
      )}
      {(name === undefined || names.length > 1) && !worst.isFetching && (
        <button type="button" onClick={() => onChange({})}>
          {streams.removeAll}
        </button>
      )}
    </section>
  );

  function shownAs(filter: FilterName): string {
    const { camera } = filters;
    if (filter === "camera") return cameraName(camera ?? 0, cameras.get(camera ?? 0));
    return `${streams[filter]} ${shortDay(filters[filter] ?? "", text.value.shell.locale)}`;
  }
}

type Worst = { readonly name: FilterName; readonly left: number };

/** The filter without which most streams are found, if any are. */
async function worstFilter(filters: Filters, signal: AbortSignal): Promise<Worst | null> {
  const counted = await Promise.all(
    namesOf(filters).map(async (name) => ({
      name,
      left: await countStreams(withoutFilter(filters, name), signal),
    })),
  );
  const [worst] = counted.sort((a, b) => b.left - a.left);
  return worst && worst.left > 0 ? worst : null;
}

function namesOf(filters: Filters): readonly FilterName[] {
  return (["camera", "from", "to"] as const).filter((name) => filters[name] !== undefined);
}

/** What a new service shows. */
function NoVideo() {
  const { streams } = text.value;
  const me = useMe();
  const mayAdd = me.data !== undefined && isAtLeast(me.data.role, "curator");
  return (
    <section class="nothing">
      <p>
        <strong>{streams.none}</strong>
      </p>
      {mayAdd ? (
        <p>
          {streams.howToAdd} <a href="docs">{streams.howToAddLink}</a>
        </p>
      ) : (
        <p>{streams.askCurator}</p>
      )}
    </section>
  );
}
