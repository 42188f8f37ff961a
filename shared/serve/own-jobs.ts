import { type Job, requireOwn } from "../domain/job/job.ts";
import { listedMaker } from "../domain/job/list.ts";
import type { User, UserSummary } from "../domain/person/user.ts";
import type { PageRequest } from "../domain/wire/page.ts";
import type { Input } from "../http/contract.ts";
import { requireMatch } from "../http/etag.ts";
import { type Eventual, handled } from "../runtime/admission.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { pageResponse, type ReadPage } from "./list-records.ts";

// The logic of endpoints for exports and imports. These are private: a caller has own jobs, and an admin all.

type AnyJob = Pick<Job, "maker"> & { readonly id: number; readonly version: number };

type Shown<J, View> = {
  readonly makersOf: (jobs: readonly J[]) => Promise<(job: J) => UserSummary>;
  /** The job as a caller sees it, with newly signed URLs of its files. */
  readonly view: (job: J, maker: UserSummary, caller: User) => Promise<View>;
};

type Find<J> = { readonly find: (id: number) => Promise<J | undefined> };
type One = Pick<Input<{ readonly id: number }>, "params">;

export function getJob<J extends AnyJob, View>(
  kind: "export" | "import",
  { find, makersOf, view }: Find<J> & Shown<J, View>,
) {
  return async ({ params: { id } }: One, calling: Eventual<User>) => {
    const found = handled(find(id));
    const caller = await calling;
    const job = requireOwn(kind, await found, id, caller);
    const body = await view(job, (await makersOf([job]))(job), caller);
    return { status: 200, body, version: job.version } as const;
  };
}

/** @param list returns a page of the jobs of one user or of all users */
export function listJobs<J extends AnyJob, View>({
  list,
  makersOf,
  view,
}: Shown<J, View> & { readonly list: ReadPage<number | undefined, J> }) {
  return async (
    { query }: { readonly query: PageRequest & { readonly mine?: "true" | "false" | undefined } },
    calling: Eventual<User>,
  ) => {
    const caller = await calling;
    const { rows, total } = await list(listedMaker(caller, query.mine), query);
    const makerOf = await makersOf(rows);
    return pageResponse(query, total, await Promise.all(rows.map((job) => view(job, makerOf(job), caller))));
  };
}

type Ending<J, View> = Find<J> &
  Pick<Shown<J, View>, "makersOf"> & {
    /** URLs of files differ in each response, so only a job without files can have a matching ETag. */
    readonly viewWithoutFiles: (job: J, maker: UserSummary) => View;
    /** The job after it was stopped; the same object if it had ended. */
    readonly stopped: (job: J) => J;
    readonly save: (before: J, after: J) => Promise<J | "changed-meanwhile">;
    readonly removeFiles: (id: number) => Promise<void>;
  };

/** Stops a job, and removes its files. Its worker stops when it next stores its progress. */
export function deleteJob<J extends AnyJob, View>(
  kind: "export" | "import",
  { find, makersOf, viewWithoutFiles, stopped, save, removeFiles }: Ending<J, View>,
) {
  return async (
    { params: { id }, ifMatch }: Pick<Input<{ readonly id: number }>, "params" | "ifMatch">,
    calling: Eventual<User>,
  ) => {
    const caller = await calling;
    await retryChanged(async () => {
      const job = requireOwn(kind, await find(id), id, caller);
      if (ifMatch !== undefined) {
        requireMatch(ifMatch, job.version, viewWithoutFiles(job, (await makersOf([job]))(job)));
      }
      const after = stopped(job);
      return after === job ? job : save(job, after);
    });
    await removeFiles(id);
    return { status: 200 } as const;
  };
}
