import { type ImportJob, started } from "../../shared/domain/job/import-job.ts";
import { type ImportOptions, importOptions } from "../../shared/domain/job/import-options.ts";
import { isUnfinished, requireOwn, tooManyJobs } from "../../shared/domain/job/job.ts";
import { summariseUser, type User } from "../../shared/domain/person/user.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { saysTheSame } from "../../shared/runtime/says-the-same.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ImportWriter } from "../../shared/store/job/import-writer.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
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

/** Maximum size of a file that the request itself imports. */
const smallBytes = 1_000_000;

/** Maximum time that a request works on an import. */
const workMs = 15_000;

/** Starts an import. If the file is small, the request also imports it. */
export function startImport({ findImport, imports, files, work, nowMs }: Deps) {
  return async ({ params: { id }, body }: Input, calling: Eventual<User>) => {
    const startMs = performance.now();
    const caller = await calling;
    const found = requireOwn("import", await findImport(id), id, caller);
    if (found.maker !== caller.id) {
      throw new Fault(
        "forbidden",
        "Only the user who created the import may start it, because its records get that user's name.",
      );
    }
    const view = async (job: ImportJob) =>
      ({
        status: 202,
        body: viewImport(job, summariseUser(caller), await files.reportLink(job)),
      }) as const;
    const options = importOptions(found.format, body.options);
    const isDryRun = body.dry_run ?? false;
    // The response to an earlier request may have been lost.
    if (isAsOrdered(found, options, isDryRun)) return view(found);
    const after = started(found, options, isDryRun, nowMs());
    if (!(await files.hasFile(found))) {
      throw new Fault(
        "conflict",
        found.object
          ? "The object of `s3_url` has been changed or deleted. Create another import."
          : "The file has not been uploaded yet. PUT it to the `upload.url` from the response of POST /api/v1/imports, then start the import again.",
      );
    }
    const queued = await imports.start(found, after);
    if (queued === "too-many") throw tooManyJobs();
    if (queued === "changed-meanwhile") {
      throw new Fault(
        "conflict",
        "Another request started or changed the import at the same time. GET the import to see its status.",
      );
    }
    if (found.bytes <= smallBytes) await work(queued, () => performance.now() - startMs < workMs);
    return view((await findImport(id)) ?? queued);
  };
}

/** Returns whether an import already runs, or is done, with the options of a request. */
function isAsOrdered(job: ImportJob, options: ImportOptions, isDryRun: boolean): boolean {
  const isStarted = isUnfinished(job) || job.status === "done";
  return isStarted && job.isDryRun === isDryRun && saysTheSame(job.options, options);
}
