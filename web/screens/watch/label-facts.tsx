import type { Label } from "../../labels/label.ts";
import { formatOffset } from "../../labels/offset.ts";
import { text } from "../../text/text.ts";
import { nameOf } from "./label-row.tsx";

/** All that is known of the selected label. */
export function LabelFacts({ label }: { readonly label: Label }) {
  const { watch } = text.value;
  const { row, species, startMs, endMs } = label;
  const programs = [row.machine?.detector, row.machine?.classifier].filter((name) => name !== undefined);
  return (
    <section class="facts" aria-label={nameOf(label)}>
      <h3>
        {nameOf(label)} {species && <i lang="la">{species.scientific_name}</i>}
      </h3>
      <dl>
        <dt>{watch.from}</dt>
        <dd>{formatOffset(startMs)}</dd>
        {endMs > startMs && (
          <>
            <dt>{watch.to}</dt>
            <dd>{formatOffset(endMs)}</dd>
          </>
        )}
        <dt>{watch.madeBy}</dt>
        <dd>{row.created_by.display_name}</dd>
        {row.observer !== row.created_by.display_name && (
          <>
            <dt>{watch.observer}</dt>
            <dd>{row.observer}</dd>
          </>
        )}
        {programs.length > 0 && (
          <>
            <dt>{watch.programs}</dt>
            <dd>{programs.join(", ")}</dd>
          </>
        )}
        {Object.entries(row.observation ?? {}).map(([key, value]) => (
          <>
            <dt>{key.replaceAll("_", " ")}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <details>
        <summary>
          {watch.votesTitle} ·{" "}
          {watch.votes(row.identifications.reduce((sum, { identified_by }) => sum + identified_by.length, 0))}
        </summary>
        <ul>
          {row.identifications.map((each) => (
            <li key={each.species.id}>
              {watch.votedFor(
                each.species.common_name,
                each.identified_by.map(({ display_name }) => display_name),
              )}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
