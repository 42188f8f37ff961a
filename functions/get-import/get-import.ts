import type { ImportJob } from "../../shared/domain/job/import-job.ts";
import { requireOwn } from "../../shared/domain/job/job.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly makersOf: (jobs: readonly ImportJob[]) => Promise<(job: ImportJob) => UserSummary>;
  readonly files: Pick<ImportFiles, "reportLink">;
};
type Input = InputOf<typeof contract, "params">;

/** Returns an import, with a newly signed URL of its report. */
export function getImport({ findImport, makersOf, files }: Deps) {
  return async ({ params: { id } }: Input, calling: Eventual<User>) => {
    const found = handled(findImport(id));
    const job = requireOwn("import", await found, id, await calling);
    const [makerOf, reportUrl] = await Promise.all([makersOf([job]), files.reportLink(job)]);
    return { status: 200, body: viewImport(job, makerOf(job), reportUrl), version: job.version } as const;
  };
}
