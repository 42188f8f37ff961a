import { useSignal } from "@preact/signals";
import { type Export, removeExport, useExports } from "../../api/exports.ts";
import { useMe } from "../../api/me.ts";
import { isAtWork } from "../../api/own-jobs.ts";
import { LeavingButton } from "../../parts/leaving-button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { exportsText } from "../../text/exports.ts";
import { partsText } from "../../text/parts.ts";
import { shellText } from "../../text/shell.ts";

/** The exports of the signed-in person, with progress and files. */
export function Exports() {
  const exports = exportsText.value;
  const { data = [], error, refetch } = useExports(useMe().data?.id);
  const problem = error && <Problem error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return problem;
  return (
    <section class="exports" aria-label={exports.yours}>
      <h3>{exports.yours}</h3>
      {problem}
      <div role="status">
        <ul>
          {data.map((job) => (
            <li key={job.id} class="wraps">
              <One job={job} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Returns the code itself if the page does not know it, because the service can be newer than the page. */
function warningOf(known: Readonly<Record<string, string>>, code: string): string {
  return known[code] ?? code;
}

function One({ job }: { readonly job: Export }) {
  const exports = exportsText.value;
  const shell = shellText.value;
  const error = useSignal<unknown>(undefined);
  const { id, files, counts, warnings, problem, progress, created } = job;

  async function remove() {
    try {
      await removeExport(id);
    } catch (problem) {
      error.value = problem;
    }
  }

  return (
    <>
      <time dateTime={created}>
        {new Date(created).toLocaleString(shell.locale, { timeStyle: "short", dateStyle: "medium" })}
      </time>
      {isAtWork(job) && (
        <span class="export-progress">
          <progress value={progress.done} max={progress.total} aria-label={exports.progress} />
          {(exports.phases[progress.phase] ?? exports.phases.read)(progress.done, progress.total)}
        </span>
      )}
      {files.map(({ name, bytes, url }) => (
        <a key={name} href={url} download={name}>
          {exports.download(name, bytes)}
        </a>
      ))}
      {job.status === "done" && <span class="quiet">{exports.counted(counts)}</span>}
      {warnings.map(({ code, count, first }) => (
        <span key={code} class="quiet">
          {exports.warned(count, warningOf(exports.warnings, code), first)}
        </span>
      ))}
      {problem !== null && <span class="field-error">{problem}</span>}
      {/* A failed export has no files. */}
      {job.status !== "failed" && (
        <LeavingButton class="plain" onClick={() => void remove()}>
          {isAtWork(job) ? partsText.value.cancel : exports.remove}
        </LeavingButton>
      )}
      {error.value !== undefined && <Problem error={error.value} onRetry={() => void remove()} />}
    </>
  );
}
