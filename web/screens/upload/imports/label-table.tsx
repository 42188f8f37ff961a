import { type Signal, useSignal } from "@preact/signals";
import { useAllSpecies } from "../../../api/all-species.ts";
import type { Import } from "../../../api/imports.ts";
import { SpeciesBox } from "../../../parts/species/box.tsx";
import { importsText } from "../../../text/imports.ts";

/** Species for the labels of a detector: the id of a species, or `null` to leave the label out. */
export type Meanings = Readonly<Record<string, number | null>>;

type FoundLabel = Import["labels"][number];

type Props = {
  readonly labels: readonly FoundLabel[];
  readonly meanings: Signal<Meanings>;
};

/** A table of the detector's labels, in which the person chooses a species for each. */
export function LabelTable({ labels, meanings }: Props) {
  const imports = importsText.value;
  return (
    <div class="labels">
      <table>
        <caption>{imports.labels.title}</caption>
        <thead>
          <tr>
            <th scope="col">{imports.labels.label}</th>
            <th scope="col" class="number">
              {imports.labels.count}
            </th>
            <th scope="col">{imports.labels.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {labels.map((found) => (
            <Row key={found.label} found={found} meanings={meanings} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ found, meanings }: { readonly found: FoundLabel; readonly meanings: Signal<Meanings> }) {
  const imports = importsText.value;
  const isChanging = useSignal(false);
  const { label, count } = found;
  const mean = (species: number | null) => {
    meanings.value = { ...meanings.value, [label]: species };
    isChanging.value = false;
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="number">{imports.count(count)}</td>
      <td>
        {isChanging.value ? (
          <div class="meaning wraps">
            <SpeciesBox
              label={imports.labels.species(label)}
              isFirst={true}
              onChoose={({ id }) => mean(id)}
              onCancel={() => {
                isChanging.value = false;
              }}
            />
            <button type="button" onClick={() => mean(null)}>
              {imports.labels.leaveOut}
            </button>
          </div>
        ) : (
          <div class="meaning wraps">
            <Meaning
              species={label in meanings.value ? meanings.value[label] : (found.species ?? undefined)}
            />
            <button
              type="button"
              class="plain"
              aria-label={imports.labels.changeIt(label)}
              onClick={() => {
                isChanging.value = true;
              }}
            >
              {imports.labels.change}
            </button>
          </div>
        )}
      </td>
    </tr>
  );
}

/** @param species `undefined`: no species has this name; `null`: the label is left out */
function Meaning({ species }: { readonly species: number | null | undefined }) {
  const imports = importsText.value;
  const all = useAllSpecies().data;
  if (species === undefined) return <span class="quiet">{imports.labels.unknown}</span>;
  if (species === null) return <span class="quiet">{imports.labels.leftOut}</span>;
  const known = all?.get(species);
  return <span>{known ? known.common_name : imports.labels.number(species)}</span>;
}
