import type { Label } from "../../../labels/label.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { labellingText } from "../../../text/labelling.ts";
import { shellText } from "../../../text/shell.ts";
import { nameOf } from "../list/label-row.tsx";
import type { Labelling } from "./labelling.ts";

type Props = { readonly label: Label; readonly labelling: Labelling };

/** Asks for confirmation, because the deletion loses votes of other people. */
export function AskDelete({ label, labelling }: Props) {
  const words = labellingText.value;
  const voters = label.row.identifications.flatMap(({ identified_by }) => identified_by);
  const others = new Set(
    voters.filter(({ id }) => id !== labelling.me.id).map(({ display_name }) => display_name),
  );
  const keep = () => {
    labelling.asked.value = undefined;
  };
  return (
    <Dialog title={words.deleteTitle(nameOf(label))} onClose={keep}>
      <p>{words.deleteVotes(new Intl.ListFormat(shellText.value.locale).format(others))}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={keep}>
          {words.keep}
        </button>
        <button type="button" onClick={() => labelling.remove(label)}>
          {words.deleteLabel}
        </button>
      </div>
    </Dialog>
  );
}
