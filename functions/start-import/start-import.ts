import { type ImportJob, started } from "../../shared/domain/job/import-job.ts";
import { type ImportOptions, importOptions } from "../../shared/domain/job/import-options.ts";
import { viewImport } from "../../shared/domain/job/import-views.ts";
import { isUnfinished, requireOwn, tooManyJobs } from "../../shared/domain/job/job.ts";
import { summariseUser, type User } from "../../shared/domain/person/user.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { saysTheSame } from "../../shared/runtime/says-the-same.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ImportWriter } from "../../shared/store/job/import-writer.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly imports: Pick<ImportWriter, "start">;
  readonly files: Pick<ImportFiles, "hasFile" | "reportLink">;
  /** See `importWorker`. */
  readonly work: (job: ImportJob, canContinue: () => boolean) => Promise<ImportJob | undefined>;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "body">;

/** The upload of a job that a request works on itself. */
const smallBytes = 1_000_000;

/** How long it does. */
const workMs = 15_000;

/** Starts an import, and works on it at once when its file is small. */
export function startImport({ findImport, imports, files, work, nowMs }: Deps) {
  return async ({ params: { id }, body }: Input, calling: Eventual<User>) => {
    const startMs = performance.now();
    const caller = await calling;
    const found = requireOwn("import", await findImport(id), id, caller);
    if (found.maker !== caller.id) {
      throw new Fault(
        "forbidden",
        "Only who began an import may start it: the records are made in that name.",
      );
    }
    const view = async (job: ImportJob) =>
      ({
        status: 202,
        body: viewImport(job, summariseUser(caller), await files.reportLink(job)),
      }) as const;
    const options = importOptions(found.format, body.options);
    const isDryRun = body.dry_run ?? false;
    // The answer to an earlier request may have been lost.
    if (isAsOrdered(found, options, isDryRun)) return view(found);
    const after = started(found, options, isDryRun, nowMs());
    if (!(await files.hasFile(found))) {
      throw new Fault(
        "conflict",
        found.object
          ? "The object of `s3_url` has changed or is gone. Begin another import."
          : "The file is not there yet. PUT it to the `upload.url` that POST /api/v1/imports has answered, then start again.",
      );
    }
    const queued = await imports.start(found, after);
    if (queued === "too-many") throw tooManyJobs();
    if (queued === "changed-meanwhile") {
      throw new Fault(
        "conflict",
        "The import was started or changed at the same time. GET it to see how it is.",
      );
    }
    if (found.bytes <= smallBytes) await work(queued, () => performance.now() - startMs < workMs);
    return view((await findImport(id)) ?? queued);
  };
}

/** Whether an import runs, or is done, as a request orders it. */
function isAsOrdered(job: ImportJob, options: ImportOptions, isDryRun: boolean): boolean {
  const isStarted = isUnfinished(job) || job.status === "done";
  return isStarted && job.isDryRun === isDryRun && saysTheSame(job.options, options);
}
