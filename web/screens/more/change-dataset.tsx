import { type Signal, useSignal } from "@preact/signals";
import { answer, Refusal } from "../../api/answer.ts";
import type { StoredDataset } from "../../api/dataset.ts";
import { service } from "../../api/service.ts";
import { Form } from "../../parts/form.tsx";
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

  async function save(mine: NewDataset) {
    said.value = "";
    const now = theirs.value ?? base.value;
    const body = now.dataset && theirs.value ? mergedOver(base.value.dataset, mine, now.dataset) : mine;
    const header = now.etag === undefined ? {} : { "If-Match": now.etag };
    try {
      await answer(service.PUT("/dataset", { params: { header }, body }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 412) throw error;
      theirs.value = await readAgain();
      return;
    }
    // Only what others wrote is not in the form yet.
    if (theirs.value) await onDone();
    else base.value = await readAgain();
    said.value = dataset.saved;
  }

  const changed = differing(base.value.dataset ?? {}, theirs.value?.dataset ?? {});
  return (
    <Form
      send={theirs.value ? more.putMine : more.save}
      onSend={(fields) => save(bodyOf(fields, people.value.length, base.value.dataset))}
    >
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
