import type { components } from "../../client/paths.d.ts";
import { answer, done, Refusal } from "./answer.ts";
import { fetchAgain, useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Export = components["schemas"]["Export"];
export type NewExport = components["schemas"]["NewExport"];

const key = ["exports"];
const shown = 5;
const everyMs = 2000;

export function isUnfinished({ status }: Export): boolean {
  return status === "queued" || status === "running";
}

/** The last exports of who is signed in, the newest first. Asks again while one is at work. */
export function useExports() {
  return useQuery<readonly Export[]>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = (offset: number) =>
        answer(service.GET("/exports", { params: { query: { limit: 100, offset } }, signal }));
      const first = await page(0);
      // They are listed by id.
      const last = first.total > 100 ? await page(Math.max(0, first.total - shown)) : first;
      return last.results
        .filter(({ status }) => status !== "cancelled" && status !== "expired")
        .slice(-shown)
        .toReversed();
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? everyMs : false),
  });
}

/** Whether somebody has described the dataset, which a package needs. Asked only `when` it matters. */
export function useIsDescribed(when: boolean) {
  return useQuery<boolean>({
    queryKey: ["dataset", "described"],
    queryFn: async ({ signal }) => {
      try {
        await answer(service.GET("/dataset", { signal }));
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return false;
        throw error;
      }
    },
    enabled: when,
    gcTime: 0,
  });
}

/** Begins an export. @param wish the same for each attempt */
export async function beginExport(body: NewExport, wish: string): Promise<void> {
  await answer(service.POST("/exports", { body, params: { header: { "Idempotency-Key": wish } } }));
  await fetchAgain({ queryKey: key });
}

/** Stops an export, or removes its files. */
export async function removeExport(id: number): Promise<void> {
  await done(service.DELETE("/exports/{id}", { params: { path: { id } } }));
  await fetchAgain({ queryKey: key });
}
