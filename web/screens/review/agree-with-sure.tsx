import { useState } from "preact/hooks";
import type { Filters } from "../../filters/filters.ts";
import { Key } from "../../keys/key.tsx";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { reviewText } from "../../text/review.ts";
import { AgreeDialog } from "./agree-dialog.tsx";
import type { Reviewing } from "./reviewing.ts";

type Props = { readonly filters: Filters; readonly reviewing: Reviewing };

/** The button that opens the dialog for labels with a high confidence. */
export function AgreeWithSure({ filters, reviewing }: Props) {
  const review = reviewText.value;
  // The filters must be the same object while the dialog is open, because the dialog reads again when they change.
  const [shown] = useState(filters);
  const agreedWith = reviewing.agreedWith.value;
  return (
    <>
      <DialogButton label={review.agreeWithSure}>
        {(close) => <AgreeDialog filters={shown} reviewing={reviewing} onClose={close} />}
      </DialogButton>
      {agreedWith !== undefined && (
        <p class="notice good agreed-with" role="status">
          {review.agreedWith(agreedWith)}
          <button type="button" onClick={() => reviewing.undo()}>
            {review.undo} <Key screen="review" of="z" />
          </button>
        </p>
      )}
    </>
  );
}
