import type { Label } from "../../../labels/label.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";

type Props = { readonly label: Label; readonly labelling: Labelling | undefined };

/** The votes for each species, with a button to vote for it. */
export function VoteList({ label, labelling }: Props) {
  const watch = watchText.value;
  const words = labellingText.value;
  const { identifications } = label.row;
  const votes = identifications.reduce((sum, { identified_by }) => sum + identified_by.length, 0);
  if (votes === 0) return <p class="quiet small">{watch.noVotes}</p>;
  return (
    <details class="vote-list">
      <summary>
        {watch.votesTitle} · {watch.votes(votes)}
      </summary>
      <ul>
        {identifications.map(({ species, identified_by }) => {
          const isOwn = identified_by.some(({ id }) => id === labelling?.me.id);
          const names = identified_by.map(({ id, display_name }) =>
            id === labelling?.me.id ? words.you : display_name,
          );
          return (
            <li key={species.id}>
              <span>{watch.votedFor(species.common_name, names)}</span>
              {labelling && (
                <button
                  type="button"
                  class="plain own-vote"
                  aria-pressed={isOwn}
                  aria-label={
                    isOwn ? words.takeBack(species.common_name) : words.voteFor(species.common_name)
                  }
                  onClick={() => labelling.vote(label, species)}
                >
                  ✓
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
