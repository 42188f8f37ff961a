import { type Import, startImport } from "../../../api/imports.ts";
import { isAtWork } from "../../../api/own-jobs.ts";
import { Choice, Field, Form } from "../../../parts/form/form.tsx";
import { importsText } from "../../../text/imports.ts";
import { shellText } from "../../../text/shell.ts";
import { ImportActions } from "./import-actions.tsx";
import { ImportCounts } from "./import-counts.tsx";
import { ImportReport, useReport } from "./import-report.tsx";

/** An import: the contents of its file, the mistakes in it, and the buttons. */
export function ImportCard({ job }: { readonly job: Import }) {
  const imports = importsText.value;
  const shell = shellText.value;
  const { status, filename, created, problem, report_url } = job;
  const report = useReport(job, report_url);
  const lacks = (code: string) =>
    status === "rejected" && report.data?.some(({ first }) => first.code === code) === true;
  const isNameless = lacks("no-id");
  const hasNoMethod = lacks("no-method");
  return (
    <>
      <header class="wraps">
        <h3>{filename ?? imports.untitled}</h3>
        <time class="hint" dateTime={created}>
          {new Date(created).toLocaleString(shell.locale, { timeStyle: "short", dateStyle: "medium" })}
        </time>
      </header>
      <div role="status">
        <p class={status === "rejected" || status === "failed" ? "outcome bad" : "outcome"}>
          {outcomeOf({ isNameless, hasNoMethod }) ?? problem ?? imports.states[status]}
        </p>
        {isAtWork(job) && <Progress job={job} />}
      </div>
      {(status === "checked" || status === "done") && <ImportCounts job={job} />}
      {report_url !== null && <ImportReport report={report} url={report_url} />}
      {isNameless && <NamePackage job={job} />}
      {hasNoMethod && <NameMakers job={job} />}
      <ImportActions job={job} />
    </>
  );
}

/** The question to the person, if the file lacks something that only the person knows. */
function outcomeOf({ isNameless, hasNoMethod }: Record<"isNameless" | "hasNoMethod", boolean>) {
  const { nameless, noMethod } = importsText.value;
  return isNameless ? nameless : hasNoMethod ? noMethod : undefined;
}

function Progress({ job: { progress } }: { readonly job: Import }) {
  const imports = importsText.value;
  const { phase, done, total } = progress;
  if (phase === "check") return <progress aria-label={imports.checking} />;
  return (
    <div class="progress">
      <progress value={done} max={Math.max(1, total)} aria-label={imports.writing} />
      <p class="numbers">{imports.written(done, total)}</p>
    </div>
  );
}

/**
 * A form for the name of a package, if its file has none. Records are identified by this name, so that no import makes
 * them twice. Tables never contain a name.
 */
function NamePackage({ job: { id, options } }: { readonly job: Import }) {
  const imports = importsText.value;
  return (
    <Form
      send={imports.check}
      onSend={(fields) =>
        startImport(id, { dry_run: true, options: { ...options, source: fields("options/source") } })
      }
    >
      <Field name="options/source" label={imports.name} hint={imports.nameHint} />
    </Form>
  );
}

/** A form for the makers of the labels in a table that has a column of scores and no column `method`. */
function NameMakers({ job: { id, options } }: { readonly job: Import }) {
  const imports = importsText.value;
  return (
    <Form
      send={imports.check}
      onSend={(fields) =>
        startImport(id, {
          dry_run: true,
          options: { ...options, method: fields("options/method") === "human" ? "human" : "machine" },
        })
      }
    >
      <Choice
        name="options/method"
        label={imports.makers}
        value="machine"
        options={[
          ["machine", imports.byMachine],
          ["human", imports.byPeople],
        ]}
      />
    </Form>
  );
}
