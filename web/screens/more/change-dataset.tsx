import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { answeredUnless } from "../../api/answer.ts";
import { type StoredDataset, storedDataset } from "../../api/dataset.ts";
import { service } from "../../api/service.ts";
import type { Fields } from "../../parts/form/fields.ts";
import { Form } from "../../parts/form/form.tsx";
import { datasetText } from "../../text/dataset.ts";
import { moreText } from "../../text/more.ts";
import { ContributorFields } from "./contributor-fields.tsx";
import { DataFields, LicenseFields, ProjectFields, PublishingFields } from "./dataset-fields.tsx";
import { bodyOf, differing, mergedOver, type NewDataset } from "./dataset-form.ts";

type Props = {
  readonly stored: StoredDataset;
  /** A sentence about the result. */
  readonly said: Signal<string>;
  /** Reads the stored values into the form. */
  readonly onDone: () => Promise<void>;
};

/** The form for the description. If people change different fields at the same time, all their changes are saved. */
export function ChangeDataset({ stored, said, onDone }: Props) {
  const dataset = datasetText.value;
  const more = moreText.value;
  const people = useSignal(Array.from({ length: stored.dataset?.contributors.length ?? 1 }, (_, i) => i));
  const theirs = useSignal<StoredDataset | undefined>(undefined);
  // The form keeps the values that it began with, so that nothing changes while a person writes.
  const { dataset: begun } = useSignal(stored).peek();
  const base = useSignal(stored);
  /** The values of the form when it was saved last. */
  const saved = useRef<Fields | undefined>(undefined);

  async function save(fields: Fields, first: Fields) {
    said.value = "";
    const body = (of: Fields) => bodyOf(of, base.value.dataset);
    const over = (stored: StoredDataset) =>
      stored.dataset ? mergedOver(body(saved.current ?? first), body(fields), stored.dataset) : body(fields);
    const before = theirs.value ?? base.value;
    const sent = over(before);
    const isWritten = await replace(before, sent);
    const now = await storedDataset();
    const { dataset: found = {} } = now;
    // If the response to a first attempt was lost, the second attempt finds its own change as a conflict.
    if (!isWritten && differing(over(now), found).length > 0) {
      theirs.value = now;
      return;
    }
    // The form must be drawn again only if it lacks values that others wrote.
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

/** @returns `false` if somebody else has changed the description meanwhile; then nothing is written */
async function replace({ etag }: StoredDataset, body: NewDataset): Promise<boolean> {
  const header = etag === undefined ? { "If-None-Match": "*" } : { "If-Match": etag };
  return (await answeredUnless(412, service.PUT("/dataset", { params: { header }, body }))) !== undefined;
}

/** Returns the title of a field or section in the form. */
function partOf(field: string): string {
  const { people, licenses, project, publishing, fields, rest } = datasetText.value;
  const sections: Readonly<Record<string, string>> = {
    contributors: people,
    licenses,
    project,
    media_public: publishing,
    coordinatePrecision: publishing,
    taxon_id_prefix: publishing,
  };
  const labels: Readonly<Record<string, readonly [string, string]>> = fields;
  return sections[field] ?? labels[field]?.[0] ?? rest;
}
