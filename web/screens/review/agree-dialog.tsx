import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { blankSpecies } from "../../api/species.ts";
import type { Filters } from "../../filters/filters.ts";
import { everyMoment } from "../../filters/moments.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Problem } from "../../parts/problem.tsx";
import { findText } from "../../text/find.ts";
import { reviewText } from "../../text/review.ts";
import type { Decisions } from "./decisions.ts";
import { itemOf } from "./item.ts";
import type { Reviewing } from "./reviewing.ts";
import { firstLeast, leastChoices, readSureOnes, type SureOnes, sureFilters } from "./sure-ones.ts";

type Props = {
  readonly filters: Filters;
  readonly reviewing: Reviewing;
  readonly onClose: () => void;
};

type State =
  | { readonly kind: "reading"; readonly done: number; readonly all: number | undefined }
  | { readonly kind: "found"; readonly found: SureOnes }
  | { readonly kind: "failed"; readonly error: unknown };

/** Shows the labels for which machines have a high confidence, and agrees with all of them at once. */
export function AgreeDialog({ filters, reviewing, onClose }: Props) {
  const review = reviewText.value;
  const least = useSignal(firstLeast(filters));
  const attempt = useSignal(0);
  const state = useSignal<State>({ kind: "reading", done: 0, all: undefined });
  const { decisions } = reviewing;
  useEffect(() => {
    const closed = new AbortController();
    const show = (next: State) => {
      if (!closed.signal.aborted) state.value = next;
    };
    show({ kind: "reading", done: 0, all: undefined });
    const onProgress = (done: number, all: number) => show({ kind: "reading", done, all });
    read(sureFilters(filters, least.value), decisions, onProgress, closed.signal).then(
      (found) => show({ kind: "found", found }),
      (error) => show({ kind: "failed", error }),
    );
    return () => closed.abort();
  }, [filters, decisions, state, least.value, attempt.value]);
  const now = state.value;
  return (
    <Dialog title={review.agreeTitle} onClose={onClose}>
      <label class="how-sure wraps">
        {review.atLeast}
        <select
          value={least.value}
          onChange={({ currentTarget }) => {
            least.value = Number(currentTarget.value);
          }}
        >
          {leastChoices(filters).map((step) => (
            <option key={step} value={step} selected={step === least.value}>
              {step.toFixed(2)}
            </option>
          ))}
        </select>
      </label>
      <div class="sure-ones" role="status">
        {now.kind === "reading" && <Reading done={now.done} all={now.all} />}
        {now.kind === "found" && <Found found={now.found} least={least.value} />}
      </div>
      {now.kind === "failed" && (
        <Problem
          error={now.error}
          onRetry={() => {
            attempt.value += 1;
          }}
        />
      )}
      {now.kind === "found" && now.found.decisions.length > 0 && (
        <div class="buttons">
          <button
            type="button"
            class="primary"
            onClick={() => {
              reviewing.agreeWithAll(now.found.decisions);
              onClose();
            }}
          >
            {review.agreeWith(now.found.decisions.length)}
          </button>
        </div>
      )}
    </Dialog>
  );
}

/**
 * Reads the labels after earlier votes have been sent, and while no other votes are sent, because votes make the list
 * shorter.
 */
async function read(
  filters: Filters,
  decisions: Decisions,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<SureOnes> {
  const blanks = new Set((await blankSpecies()).map(({ id }) => id));
  return decisions.inOrder(() =>
    readSureOnes(
      everyMoment(filters, "-start_time", signal),
      (row) => itemOf(row, blanks),
      decisions.settled.peek(),
      onProgress,
    ),
  );
}

function Reading({ done, all }: { readonly done: number; readonly all: number | undefined }) {
  const text = all === undefined ? reviewText.value.reading : findText.value.exported(done, all);
  return (
    <p class="export-progress">
      <progress {...(all === undefined ? {} : { value: done, max: all })} aria-label={text} />
      {text}
    </p>
  );
}

function Found({ found, least }: { readonly found: SureOnes; readonly least: number }) {
  const review = reviewText.value;
  const { decisions, bySpecies, unnamed, beyond } = found;
  return (
    <>
      <p>{review.sureOnes(decisions.length, least.toFixed(2))}</p>
      {bySpecies.length > 0 && (
        <ul>
          {bySpecies.map(({ species, count }) => (
            <li key={species.id}>
              <span>
                {species.common_name} <i>{species.scientific_name}</i>
              </span>
              <span>{review.count(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {unnamed > 0 && <p class="quiet">{review.unnamedStay(unnamed)}</p>}
      {beyond > 0 && <p class="notice">{review.beyond(beyond)}</p>}
      {decisions.length > 0 && <p class="quiet">{review.canUndo}</p>}
    </>
  );
}
