import { useEffect } from "preact/hooks";
import { Key } from "../../../keys/key.tsx";
import type { Label } from "../../../labels/label.ts";
import { SpeciesBox } from "../../../parts/species/box.tsx";
import { votesOf } from "../../../saving/overlay.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Panels } from "../panels.ts";

type Props = { readonly label: Label; readonly labelling: Labelling; readonly panels: Panels };

/** The person's possible decisions about the species of a label. */
export function LabelVotes({ label, labelling, panels }: Props) {
  const words = labellingText.value;
  const { claim } = label;
  const own = votesOf(label.row, labelling.me.id);
  const isAgreed = claim !== undefined && own.some(({ id }) => id === claim.id);
  const isRejected = own.some(({ id }) => labelling.blanks.has(id));
  const isClaimBlank = claim !== undefined && labelling.blanks.has(claim.id);
  const isNaming = labelling.isNaming.value;
  // After the box is closed, returns the focus so that the keys of the screen work again.
  useEffect(() => {
    if (!isNaming) return undefined;
    return () => panels.focusPicture();
  }, [isNaming, panels]);
  if (isNaming) {
    const cancel = () => {
      labelling.isNaming.value = false;
    };
    return (
      <div class="naming">
        <SpeciesBox
          label={words.what}
          isFirst
          onChoose={(species) => labelling.vote(label, species)}
          onCancel={cancel}
        />
        <button type="button" onClick={cancel}>
          {words.nameLater}
        </button>
      </div>
    );
  }
  return (
    <div class="votes">
      {claim && !isClaimBlank && (
        <button
          type="button"
          class={isAgreed ? undefined : "primary"}
          aria-pressed={isAgreed}
          title={isAgreed ? words.takeBack(claim.common_name) : words.voteFor(claim.common_name)}
          onClick={() => labelling.vote(label, claim)}
        >
          {isAgreed ? words.agreed : words.agree} <Key screen="watch" of="v" />
        </button>
      )}
      <button
        type="button"
        class={claim ? undefined : "primary"}
        onClick={() => labelling.identifying.name()}
      >
        {claim ? words.other : words.name} <Key screen="watch" of="s" />
      </button>
      <button type="button" aria-pressed={isRejected} onClick={() => void labelling.identifying.reject()}>
        {words.nothingThere} <Key screen="watch" of="x" />
      </button>
    </div>
  );
}
