import { useQuery } from "./query.ts";

/** The properties of an export or an import that the list needs. */
type Job = { readonly status: string };

type PageQuery = { readonly limit: number; readonly offset: number; readonly mine: "true" };
type Page<J> = { readonly results: readonly J[]; readonly total: number };

const pageSize = 20;
const shown = 5;
const everyMs = 2000;

/** Returns `true` while the service works on an export or import. */
export function isAtWork({ status }: Pick<Job, "status">): boolean {
  return status === "queued" || status === "running";
}

/**
 * Reads the last exports or imports of a user, the newest first. Asks again while one is at work.
 * @param isGone returns `true` for jobs that are not listed, in addition to cancelled and expired ones
 */
export function useOwnJobs<J extends Job>(
  key: readonly string[],
  user: number | undefined,
  pageAt: (query: PageQuery, signal: AbortSignal) => Promise<Page<J>>,
  isGone: (job: J) => boolean = () => false,
) {
  return useQuery<readonly J[]>({
    queryKey: [...key, user],
    queryFn: async ({ signal }) => {
      const page = (offset: number) => pageAt({ limit: pageSize, offset, mine: "true" }, signal);
      const first = await page(0);
      // The service lists jobs by id, so the newest jobs are on the last page.
      const last = first.total > pageSize ? await page(first.total - pageSize) : first;
      return last.results
        .filter((job) => job.status !== "cancelled" && job.status !== "expired" && !isGone(job))
        .slice(-shown)
        .toReversed();
    },
    enabled: user !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? everyMs : false),
  });
}
