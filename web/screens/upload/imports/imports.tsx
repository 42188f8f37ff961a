import { useLayoutEffect, useRef } from "preact/hooks";
import { formatBytes } from "../../../../client/format-bytes.ts";
import { useImports } from "../../../api/imports.ts";
import { useMe } from "../../../api/me.ts";
import { LeavingButton } from "../../../parts/leaving-button.tsx";
import { Failure, Problem } from "../../../parts/problem.tsx";
import { importsText } from "../../../text/imports.ts";
import { partsText } from "../../../text/parts.ts";
import { ImportCard } from "./import-card.tsx";
import { giveUp, type Package, packages, send } from "./packages.ts";

/** The packages that are being sent, and the last imports of the signed-in person. */
export function Imports() {
  const imports = importsText.value;
  const { data, error, refetch } = useImports(useMe().data?.id);
  const problem = error && <Problem error={error} onRetry={() => void refetch()} />;
  const sending = packages.value;
  // The service also lists a package that is being sent, as `waiting`.
  const jobs = (data ?? []).filter(({ status }) => status !== "waiting" || sending.length === 0);
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to a package that has just been chosen.
  useLayoutEffect(() => {
    if (sending.length > 0) heading.current?.scrollIntoView({ block: "nearest" });
  }, [sending.length]);
  if (sending.length + jobs.length === 0) return problem;
  return (
    <section class="imports" aria-labelledby="imports">
      <h2 id="imports" ref={heading}>
        {imports.title}
      </h2>
      {problem}
      <ul>
        {sending.map((each) => (
          <li key={each.wish} class="panel">
            <Sending sent={each} />
          </li>
        ))}
        {jobs.map((job) => (
          <li key={job.id} class="panel">
            <ImportCard job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sending({ sent }: { readonly sent: Package }) {
  const imports = importsText.value;
  const parts = partsText.value;
  const { file, sentBytes, failure } = sent;
  return (
    <>
      <h3>{file.name}</h3>
      {failure.value === undefined ? (
        <div class="progress">
          <progress value={sentBytes.value} max={Math.max(1, file.size)} aria-label={imports.sending} />
          <p class="numbers">{imports.sent(formatBytes(sentBytes.value), formatBytes(file.size))}</p>
        </div>
      ) : (
        <Failure sentence={failure.value} onRetry={() => void send(sent)} />
      )}
      <LeavingButton class="plain" onClick={() => giveUp(sent)}>
        {parts.cancel}
      </LeavingButton>
    </>
  );
}
