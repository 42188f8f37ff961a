import { useEffect } from "preact/hooks";
import type { Me } from "../api/me.ts";
import { watchLink } from "../route.ts";
import { labellingText } from "../text/labelling.ts";
import type { Entry } from "./entry.ts";
import type { Outbox } from "./outbox.ts";
import { outbox, resume } from "./saving.ts";

/** Shows how many changes are unsaved, and why. Also continues with the changes of an earlier visit. */
export function SavingStatus({ me }: { readonly me: Me }) {
  useEffect(() => void resume(me.id), [me.id]);
  return outbox.value ? <Status box={outbox.value} /> : null;
}

function Status({ box }: { readonly box: Outbox }) {
  const labelling = labellingText.value;
  const entries = box.entries.value;
  const troubles = entries.filter(({ trouble }) => trouble);
  const waiting = entries.length - troubles.length;
  if (entries.length === 0) {
    return (
      <p class="saving-status" role="status">
        {box.hasSaved.value && <span class="saved">✓ {labelling.saved}</span>}
      </p>
    );
  }
  return (
    <div class="saving-status">
      <button type="button" class="plain state" popovertarget="unsaved" aria-live="polite">
        {waiting > 0 && <span>↑ {labelling.waiting(waiting)}</span>}
        {troubles.length > 0 && <span class="bad">! {labelling.troubled(troubles.length)}</span>}
      </button>
      <div id="unsaved" class="menu panel" popover="auto">
        {waiting > 0 && (
          <p>
            {labelling.waitingHint(waiting)} {labelling.whereKept[whereKept(box)](waiting)}
          </p>
        )}
        {troubles.length > 0 && <Troubles entries={troubles} box={box} />}
      </div>
    </div>
  );
}

function whereKept({ canKeep, isKept }: Outbox): "browser" | "soon" | "tab" {
  if (!canKeep.value) return "tab";
  return isKept.value ? "browser" : "soon";
}

function Troubles({ entries, box }: { readonly entries: readonly Entry[]; readonly box: Outbox }) {
  const labelling = labellingText.value;
  return (
    <ul>
      {entries.map(({ key, stream, action, trouble }) => (
        <li key={key}>
          <p>
            <a href={watchLink(stream)}>{labelling.unsavedIn(stream)}</a>{" "}
            {trouble?.kind === "refused"
              ? `${labelling.refusedWhat[action.kind]} ${trouble.detail}`
              : labelling.conflictTitle}
          </p>
          <button type="button" onClick={() => box.drop(key)}>
            {labelling.throwAway}
          </button>
        </li>
      ))}
    </ul>
  );
}
