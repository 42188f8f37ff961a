import { exportFor } from "../../shared/domain/job/export-for.ts";
import type { ExportJob } from "../../shared/domain/job/export-job.ts";
import { requireOwn } from "../../shared/domain/job/job.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ExportFiles } from "../../shared/transfer/exports/files.ts";
import { viewExport } from "../../shared/views/job/export.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  readonly makersOf: (jobs: readonly ExportJob[]) => Promise<(job: ExportJob) => UserSummary>;
  readonly files: Pick<ExportFiles, "links">;
};
type Input = InputOf<typeof contract, "params">;

/** Returns an export, with newly signed URLs of its files. */
export function getExport({ findExport, makersOf, files }: Deps) {
  return async ({ params: { id } }: Input, calling: Eventual<User>) => {
    const found = handled(findExport(id));
    const caller = await calling;
    const job = exportFor(requireOwn("export", await found, id, caller), caller);
    const [makerOf, urls] = await Promise.all([makersOf([job]), files.links(job)]);
    return { status: 200, body: viewExport(job, makerOf(job), urls), version: job.version } as const;
  };
}
