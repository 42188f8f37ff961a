import { cancelledImport, type ImportJob } from "../../shared/domain/job/import-job.ts";
import { requireOwn } from "../../shared/domain/job/job.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ImportWriter } from "../../shared/store/job/import-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly makersOf: (jobs: readonly ImportJob[]) => Promise<(job: ImportJob) => UserSummary>;
  readonly imports: Pick<ImportWriter, "saveDeleted">;
  readonly files: Pick<ImportFiles, "remove">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/**
 * Stops an import, and removes its files. Its worker stops when it next stores its progress. The records that the
 * import created are kept. The URL for its file may still be valid, so the clean-up removes files again later.
 */
export function deleteImport({ findImport, makersOf, imports, files, nowMs }: Deps) {
  return async ({ params: { id }, ifMatch }: Input, calling: Eventual<User>) => {
    const caller = await calling;
    await retryChanged(async () => {
      const job = requireOwn("import", await findImport(id), id, caller);
      // The URL of a report differs in each response, so only an import without a report can have a matching ETag.
      if (ifMatch !== undefined) {
        requireMatch(ifMatch, job.version, viewImport(job, (await makersOf([job]))(job), undefined));
      }
      const after = cancelledImport(job, nowMs());
      return after === job ? job : imports.saveDeleted(job, after, nowMs());
    });
    await files.remove(id);
    return { status: 200 } as const;
  };
}
