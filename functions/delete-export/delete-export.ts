import { cancelledExport, type ExportJob } from "../../shared/domain/job/export-job.ts";
import { requireOwn } from "../../shared/domain/job/job.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ExportWriter } from "../../shared/store/job/export-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { ExportFiles } from "../../shared/transfer/exports/files.ts";
import { viewExport } from "../../shared/views/job/export.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  readonly makersOf: (jobs: readonly ExportJob[]) => Promise<(job: ExportJob) => UserSummary>;
  readonly exports: Pick<ExportWriter, "save">;
  readonly files: Pick<ExportFiles, "remove">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Stops an export, and removes its files. The worker of the export stops when it next stores its progress. */
export function deleteExport({ findExport, makersOf, exports, files, nowMs }: Deps) {
  return async ({ params: { id }, ifMatch }: Input, calling: Eventual<User>) => {
    const caller = await calling;
    await retryChanged(async () => {
      const job = requireOwn("export", await findExport(id), id, caller);
      // URLs of files differ in each response, so only an export without files can have a matching ETag.
      if (ifMatch !== undefined) {
        requireMatch(ifMatch, job.version, viewExport(job, (await makersOf([job]))(job), []));
      }
      const after = cancelledExport(job, nowMs());
      return after === job ? job : exports.save(job, after);
    });
    await files.remove(id);
    return { status: 200 } as const;
  };
}
