import { useBlanks } from "../../api/species.ts";
import { stillOf } from "../../filters/moments.ts";
import { moveFocus } from "../../keys/grid.ts";
import { useClaim } from "../../labels/claim.ts";
import { momentOf, votesOf } from "../../labels/describe.ts";
import type { Row } from "../../labels/label.ts";
import { LabelStill } from "../../parts/list/label-still.tsx";
import { momentLink, rememberOpened } from "../../parts/list/last-opened.ts";
import { useSeen } from "../../parts/list/seen.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { findText } from "../../text/find.ts";

/** The labels found, as pictures. Arrow keys move between them, Enter opens one. */
export function MomentGrid({ rows }: { readonly rows: readonly Row[] }) {
  const blanks = useBlanks();
  return (
    <ul class="moments" onKeyDown={(event) => moveFocus(event)}>
      {rows.map((row) => (
        <Moment key={row.id} row={row} blanks={blanks} />
      ))}
    </ul>
  );
}

function Moment({ row, blanks }: { readonly row: Row; readonly blanks: ReadonlySet<number> }) {
  const { ref, isSeen } = useSeen<HTMLLIElement>("100%");
  const find = findText.value;
  const { name } = useClaim(row, blanks);
  return (
    <li ref={ref}>
      <a
        href={momentLink(row)}
        data-label={row.id}
        class="moment panel"
        onClick={() => rememberOpened(row.id)}
      >
        <span class="still label-still">
          <LabelStill wanted={stillOf(row)} isSeen={isSeen} />
        </span>
        <strong>{name ?? find.unnamed}</strong>
        <span>{cameraName(row.capturesource.id, row.capturesource)}</span>
        <span>{momentOf(row)}</span>
        <span class={`review ${row.review}`}>
          {find.reviews[row.review]}
          {votesOf(row) > 1 && ` · ${find.votes(votesOf(row))}`}
          {row.confidence !== null && ` · ${find.sure(row.confidence)}`}
        </span>
      </a>
    </li>
  );
}
