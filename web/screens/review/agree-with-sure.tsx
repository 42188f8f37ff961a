import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Filters } from "../../filters/filters.ts";
import { Key } from "../../keys/key.tsx";
import { reviewText } from "../../text/review.ts";
import { AgreeDialog } from "./agree-dialog.tsx";
import type { Reviewing } from "./reviewing.ts";

type Props = { readonly filters: Filters; readonly reviewing: Reviewing };

/** The button that opens the dialog for labels with a high confidence. */
export function AgreeWithSure({ filters, reviewing }: Props) {
  const review = reviewText.value;
  const isOpen = useSignal(false);
  // The filters must be the same object while the dialog is open, because the dialog reads again when they change.
  const [shown] = useState(filters);
  const agreedWith = reviewing.agreedWith.value;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {review.agreeWithSure}
      </button>
      {agreedWith !== undefined && (
        <p class="notice agreed-with" role="status">
          {review.agreedWith(agreedWith)}
          <button type="button" onClick={() => reviewing.undo()}>
            {review.undo} <Key screen="review" of="z" />
          </button>
        </p>
      )}
      {isOpen.value && (
        <AgreeDialog
          filters={shown}
          reviewing={reviewing}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
