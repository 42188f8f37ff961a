import type { ImportJob } from "../../shared/domain/job/import-job.ts";
import { listedMaker } from "../../shared/domain/job/list.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse, type ReadPage } from "../../shared/serve/list-records.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
import type { contract } from "./contract.ts";

type Deps = {
  /** Returns a page of the imports of one user or of all users. */
  readonly list: ReadPage<number | undefined, ImportJob>;
  readonly makersOf: (jobs: readonly ImportJob[]) => Promise<(job: ImportJob) => UserSummary>;
  readonly files: Pick<ImportFiles, "reportLink">;
};
type Input = InputOf<typeof contract, "query">;

/** Returns a page of the caller's imports. */
export function listImports({ list, makersOf, files }: Deps) {
  return async ({ query }: Input, calling: Eventual<User>) => {
    const { rows, total } = await list(listedMaker(await calling, query.mine), query);
    const makerOf = await makersOf(rows);
    const results = await Promise.all(
      rows.map(async (job) => viewImport(job, makerOf(job), await files.reportLink(job))),
    );
    return pageResponse(query, total, results);
  };
}
