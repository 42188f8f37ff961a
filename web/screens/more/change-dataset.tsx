import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { answer, Refusal } from "../../api/answer.ts";
import type { StoredDataset } from "../../api/dataset.ts";
import { service } from "../../api/service.ts";
import type { Fields } from "../../parts/form/fields.ts";
import { Form } from "../../parts/form/form.tsx";
import { datasetText } from "../../text/dataset.ts";
import { moreText } from "../../text/more.ts";
import { ContributorFields } from "./contributor-fields.tsx";
import { DataFields, LicenseFields, ProjectFields, PublishingFields } from "./dataset-fields.tsx";
import { bodyOf, differing, mergedOver, type NewDataset } from "./dataset-form.ts";
import { partOf } from "./dataset-parts.ts";

type Props = {
  readonly stored: StoredDataset;
  readonly readAgain: () => Promise<StoredDataset>;
  /** What was done. */
  readonly said: Signal<string>;
  /** Shows what is stored now. */
  readonly onDone: () => Promise<void>;
};

/** The form. Two people who change different things at the same time both succeed. */
export function ChangeDataset({ stored, readAgain, said, onDone }: Props) {
  const dataset = datasetText.value;
  const more = moreText.value;
  const people = useSignal(Array.from({ length: stored.dataset?.contributors.length ?? 1 }, (_, i) => i));
  const theirs = useSignal<StoredDataset | undefined>(undefined);
  // The form begins with it, and does not change under the hands of who writes.
  const { dataset: begun } = useSignal(stored).peek();
  const base = useSignal(stored);
  /** What the form said when it was saved last. */
  const saved = useRef<Fields | undefined>(undefined);

  async function save(fields: Fields, first: Fields) {
    said.value = "";
    const body = (of: Fields) => bodyOf(of, base.value.dataset);
    const over = (stored: StoredDataset) =>
      stored.dataset ? mergedOver(body(saved.current ?? first), body(fields), stored.dataset) : body(fields);
    const before = theirs.value ?? base.value;
    const sent = over(before);
    const isWritten = await replace(before, sent);
    const now = await readAgain();
    const { dataset: found = {} } = now;
    // The answer to a request may be lost. Then it was sent again, and what it changed is what is stored.
    if (!isWritten && differing(over(now), found).length > 0) {
      theirs.value = now;
      return;
    }
    // Only what others wrote is not in the form yet.
    if (theirs.value || differing({ ...sent, id: now.dataset?.id }, found).length > 0) await onDone();
    base.value = now;
    saved.current = fields;
    said.value = dataset.saved;
  }

  const changed = differing(base.value.dataset ?? {}, theirs.value?.dataset ?? {});
  return (
    <Form send={theirs.value ? more.putMine : more.save} onSend={save}>
      <DataFields dataset={begun} />
      <ContributorFields people={people} contributors={begun?.contributors} />
      <LicenseFields dataset={begun} />
      <ProjectFields dataset={begun} />
      <PublishingFields dataset={begun} />
      {theirs.value && (
        <div class="notice bad" role="alert">
          <p>{dataset.conflict([...new Set(changed.map(partOf))].join(", "))}</p>
          <button type="button" onClick={() => void onDone()}>
            {more.takeTheirs}
          </button>
        </div>
      )}
    </Form>
  );
}

/** @returns whether it is written: not when somebody else has written meanwhile */
async function replace({ etag }: StoredDataset, body: NewDataset): Promise<boolean> {
  const header = etag === undefined ? { "If-None-Match": "*" } : { "If-Match": etag };
  try {
    await answer(service.PUT("/dataset", { params: { header }, body }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) return false;
    throw error;
  }
}
