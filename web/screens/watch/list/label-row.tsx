import { paintOf } from "../../../labels/colours.ts";
import type { Label } from "../../../labels/label.ts";
import { formatOffset } from "../../../labels/offset.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";

/** Returns the label's name, or "unnamed". */
export function nameOf({ name }: Label): string {
  return name ?? watchText.value.unnamed;
}

/** Number of votes for the leading species. */
function votesOf({ species, row }: Label): number {
  const leading = row.identifications.find((each) => each.species.id === species?.id);
  return leading?.identified_by.length ?? 0;
}

type Props = {
  readonly label: Label;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
};

/** A label in a list: its colour as on the picture, its name, maker and time. */
export function LabelRow({ label, isSelected, onSelect }: Props) {
  const watch = watchText.value;
  const { row, startMs, endMs, species, saving } = label;
  const { colour, pattern } = paintOf(species?.id);
  const votes = votesOf(label);
  return (
    <button type="button" class="label-row" aria-pressed={isSelected} onClick={onSelect}>
      <svg class="swatch" viewBox="0 0 6 24" preserveAspectRatio="none" aria-hidden="true">
        <rect width="6" height="24" fill={colour} />
        {pattern !== "plain" && (
          <path d={pattern === "striped" ? "M0 4h6M0 12h6M0 20h6" : "M3 3v2M3 11v2M3 19v2"} class="pattern" />
        )}
      </svg>
      <span class="label-line">
        <span class={row.review === "rejected" ? "label-name rejected" : "label-name"}>{nameOf(label)}</span>
        <span class="label-state">
          {row.method === "machine" && (
            <span class="machine">
              {watch.machine(row.confidence === null ? "" : row.confidence.toFixed(2))}
            </span>
          )}
          {saving ? (
            <span class={`saving ${saving}`}>{labellingText.value.rowState[saving]}</span>
          ) : (
            <span class={`review ${row.review}`}>{watch.review[row.review]}</span>
          )}
        </span>
      </span>
      <span class="label-line">
        <span class="label-when">
          {formatOffset(startMs)}
          {endMs > startMs && ` – ${formatOffset(endMs)}`}
          {label.track.length === 0 && ` · ${watch.noBox}`}
        </span>
        <span class="label-votes">{votes === 0 ? watch.noVotes : watch.votes(votes)}</span>
      </span>
    </button>
  );
}
