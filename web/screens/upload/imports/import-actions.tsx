import { useSignal } from "@preact/signals";
import { type Import, removeImport, startImport } from "../../../api/imports.ts";
import { isAtWork } from "../../../api/own-jobs.ts";
import { writeFilters } from "../../../filters/filters.ts";
import { Tick } from "../../../parts/form/tick.tsx";
import { LeavingButton } from "../../../parts/leaving-button.tsx";
import { Problem } from "../../../parts/problem.tsx";
import { findLink } from "../../../route.ts";
import { importsText } from "../../../text/imports.ts";
import { partsText } from "../../../text/parts.ts";
import { LabelTable, type Meanings } from "./label-table.tsx";
import { ReadAgain } from "./read-again.tsx";

/** The buttons of an import, and its choices before it starts. */
export function ImportActions({ job }: { readonly job: Import }) {
  const imports = importsText.value;
  const parts = partsText.value;
  const attempt = useSignal<(() => Promise<void>) | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const isUpdate = useSignal(job.options.on_existing === "update");
  const isMaking = useSignal(job.options.create_species ?? false);
  const meanings = useSignal<Meanings>(job.options.labels ?? {});
  const { id, status, counts, options, dry_run } = job;
  const rows = Object.values(counts).reduce((sum, each) => sum + each.rows, 0);
  const bad = Object.values(counts).reduce((sum, each) => sum + each.bad, 0);

  async function run(wanted: () => Promise<void>) {
    attempt.value = wanted;
    error.value = undefined;
    try {
      await wanted();
    } catch (problem) {
      error.value = problem;
    }
  }
  const canComeIn = status === "checked" && rows > 0;
  const isDetected = job.format === "megadetector" || job.format === "speciesnet";
  const bringIn = () =>
    startImport(id, {
      options: {
        ...options,
        // As in the check, whose counts the person has seen.
        on_bad_row: "skip",
        on_existing: isUpdate.value ? "update" : "keep",
        ...(isDetected ? { labels: meanings.value, create_species: isMaking.value } : {}),
      },
    });

  return (
    <div class="actions wraps">
      {canComeIn && isDetected && <LabelTable labels={job.labels} meanings={meanings} />}
      {status === "checked" && isDetected && (
        <ReadAgain job={job} meanings={meanings.value} isUseless={rows === 0 && bad > 0} />
      )}
      {canComeIn && isDetected && (
        <Tick
          name="create_species"
          label={imports.making}
          hint={imports.makingHint}
          checked={isMaking.value}
          onTick={(isTicked) => {
            isMaking.value = isTicked;
          }}
        />
      )}
      {canComeIn && (
        <Tick
          name="update"
          label={imports.update}
          hint={imports.updateHint}
          checked={isUpdate.value}
          onTick={(isTicked) => {
            isUpdate.value = isTicked;
          }}
        />
      )}
      {canComeIn && (
        <LeavingButton class="primary" onClick={() => void run(bringIn)}>
          {imports.bringIn(rows + moreRows(job, meanings.value), bad)}
        </LeavingButton>
      )}
      {status === "failed" && (
        <LeavingButton onClick={() => void run(() => startImport(id, { dry_run, options }))}>
          {imports.again}
        </LeavingButton>
      )}
      {status === "done" && counts.annotations.made > 0 && (
        <a class="button primary" href={findLink(writeFilters({ import: id }))}>
          {imports.show}
        </a>
      )}
      <LeavingButton class="plain" onClick={() => void run(() => removeImport(id))}>
        {isAtWork(job) ? parts.cancel : imports.remove}
      </LeavingButton>
      {error.value !== undefined && (
        <Problem error={error.value} onRetry={() => void (attempt.value && run(attempt.value))} />
      )}
    </div>
  );
}

/** Returns the number of additional detections since the check; below 0 if labels are left out. */
function moreRows({ labels, options }: Import, meanings: Meanings): number {
  const before = options.labels ?? {};
  const isOut = (of: Meanings, label: string) => Number(of[label] === null);
  return labels.reduce(
    (sum, { label, count }) => sum + count * (isOut(before, label) - isOut(meanings, label)),
    0,
  );
}
