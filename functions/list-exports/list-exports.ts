import { exportFor } from "../../shared/domain/job/export-for.ts";
import type { ExportJob } from "../../shared/domain/job/export-job.ts";
import { listedMaker } from "../../shared/domain/job/list.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse, type ReadPage } from "../../shared/serve/list-records.ts";
import type { ExportFiles } from "../../shared/transfer/exports/files.ts";
import { viewExport } from "../../shared/views/job/export.ts";
import type { contract } from "./contract.ts";

type Deps = {
  /** Returns a page of the exports of one user or of all users. */
  readonly list: ReadPage<number | undefined, ExportJob>;
  readonly makersOf: (jobs: readonly ExportJob[]) => Promise<(job: ExportJob) => UserSummary>;
  readonly files: Pick<ExportFiles, "links">;
};
type Input = InputOf<typeof contract, "query">;

/** Returns a page of the caller's exports. */
export function listExports({ list, makersOf, files }: Deps) {
  return async ({ query }: Input, calling: Eventual<User>) => {
    const caller = await calling;
    const { rows, total } = await list(listedMaker(caller, query.mine), query);
    const makerOf = await makersOf(rows);
    const results = await Promise.all(
      rows
        .map((row) => exportFor(row, caller))
        .map(async (job) => viewExport(job, makerOf(job), await files.links(job))),
    );
    return pageResponse(query, total, results);
  };
}
