import { useSignal } from "@preact/signals";
import { type Species, useAllSpecies } from "../../api/all-species.ts";
import { isAtLeast, type Me } from "../../api/me.ts";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { Table } from "../../parts/list/table.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { moreText } from "../../text/more.ts";
import { AddSpecies } from "./add-species.tsx";

/** The list of all species. Curators can add species. */
export function SpeciesList({ me }: { readonly me: Me }) {
  const more = moreText.value;
  const species = useAllSpecies();
  const sought = useSignal("");
  const said = useSignal("");
  if (species.error) return <Problem error={species.error} onRetry={() => void species.refetch()} />;
  if (!species.data) return <Loading what={more.whatSpecies} />;
  const all = [...species.data.values()].sort((a, b) => a.common_name.localeCompare(b.common_name));
  const found = all.filter((each) => has(each, sought.value));
  return (
    <>
      <p role="status">{said.value}</p>
      <div class="row">
        <label class="field">
          {more.findSpecies}
          <input
            type="search"
            value={sought.value}
            onInput={({ currentTarget }) => {
              sought.value = currentTarget.value;
            }}
          />
        </label>
        {isAtLeast(me.role, "curator") && (
          <DialogButton class="primary" label={more.addSpecies} said={said}>
            {(close) => <AddSpecies onClose={close} />}
          </DialogButton>
        )}
      </div>
      <p class="hint">{more.shownOf(found.length, all.length)}</p>
      <Table
        stacks
        label={more.species}
        rows={found}
        columns={[
          { heading: more.common, cell: ({ common_name }) => common_name },
          { heading: more.scientific, cell: ({ scientific_name }) => <i>{scientific_name}</i> },
          { heading: more.kind, cell: ({ kind }) => more.kinds[kind ?? "animal"] },
          { heading: more.lineage, cell: ({ lineage }) => lineage?.join(" › "), class: "quiet" },
        ]}
      />
    </>
  );
}

/** Returns `true` if a name or a taxon of a species contains some letters. Case and accents are ignored. */
function has({ common_name, scientific_name, lineage = [] }: Species, sought: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [common_name, scientific_name, ...lineage].some((name) =>
    plain(name).includes(plain(sought.trim())),
  );
}
