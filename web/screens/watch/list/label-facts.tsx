import { Key } from "../../../keys/key.tsx";
import { speciesKeys } from "../../../labels/content.ts";
import type { Label } from "../../../labels/label.ts";
import { formatOffset } from "../../../labels/offset.ts";
import { mayChange } from "../../../labels/rights.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Panels } from "../panels.ts";
import { LabelNotes } from "./label-notes.tsx";
import { nameOf } from "./label-row.tsx";
import { LabelTrouble } from "./label-trouble.tsx";
import { LabelVotes } from "./label-votes.tsx";
import { VoteList } from "./vote-list.tsx";

type Props = {
  readonly label: Label;
  /** Missing for people who may not label. */
  readonly labelling: Labelling | undefined;
  readonly panels: Panels;
};

/** The facts about the selected label, and its buttons. */
export function LabelFacts({ label, labelling, panels }: Props) {
  const words = labellingText.value;
  const { row, claim } = label;
  const mayEdit = labelling && mayChange(row, labelling.me);
  const trouble = labelling?.steps.troubles.value.find((entry) => entry.label === label.id);
  return (
    <section class="facts panel" aria-label={nameOf(label)}>
      <h3>
        {nameOf(label)} {claim && <i lang="la">{claim.scientific_name}</i>}
      </h3>
      {labelling && trouble && <LabelTrouble entry={trouble} labelling={labelling} />}
      {labelling && <LabelVotes label={label} labelling={labelling} panels={panels} />}
      <VoteList label={label} labelling={labelling} />
      <Facts label={label} hasNotes={!mayEdit} />
      {mayEdit && (
        <>
          <div class="ends">
            <button type="button" onClick={() => labelling.putEnd("start")}>
              {words.beginsHere} <Key screen="watch" of="b" />
            </button>
            <button type="button" onClick={() => labelling.putEnd("end")}>
              {words.endsHere} <Key screen="watch" of="e" />
            </button>
          </div>
          <LabelNotes key={label.row.created} label={label} labelling={labelling} />
          <button type="button" class="plain delete" onClick={() => labelling.removeSelected()}>
            {words.deleteLabel}
          </button>
        </>
      )}
    </section>
  );
}

/** @param hasNotes `true` if notes are shown here; people who may change them have fields for them instead */
function Facts({
  label: { row, startMs, endMs },
  hasNotes,
}: {
  readonly label: Label;
  readonly hasNotes: boolean;
}) {
  const watch = watchText.value;
  const programs = [row.machine?.detector, row.machine?.classifier].filter((name) => name !== undefined);
  const facts: readonly (readonly [string, string])[] = [
    [watch.from, formatOffset(startMs)],
    ...(endMs > startMs ? [[watch.to, formatOffset(endMs)] as const] : []),
    [watch.madeBy, row.created_by.display_name],
    ...(row.observer === row.created_by.display_name ? [] : [[watch.observer, row.observer] as const]),
    ...(programs.length > 0 ? [[watch.programs, programs.join(", ")] as const] : []),
    ...Object.entries(row.observation ?? {})
      .filter(([key]) => hasNotes || speciesKeys.has(key))
      .map(([key, value]) => [key.replaceAll("_", " "), value] as const),
  ];
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
