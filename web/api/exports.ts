import type { components } from "../../client/paths.d.ts";
import { answer, done } from "./answer.ts";
import { fetchAgain, useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Export = components["schemas"]["Export"];
export type NewExport = components["schemas"]["NewExport"];

const key = ["exports"];
const pageSize = 20;
const shown = 5;
const everyMs = 2000;

export function isUnfinished({ status }: Export): boolean {
  return status === "queued" || status === "running";
}

/** The last exports of a user, the newest first. Asks again while one is at work. */
export function useExports(user: number | undefined) {
  return useQuery<readonly Export[]>({
    queryKey: [...key, user],
    queryFn: async ({ signal }) => {
      const page = (offset: number) =>
        answer(service.GET("/exports", { params: { query: { limit: pageSize, offset } }, signal }));
      const first = await page(0);
      // They are listed by id. Admins get everybody's.
      const last = first.total > pageSize ? await page(first.total - pageSize) : first;
      return last.results
        .filter(({ created_by }) => created_by.id === user)
        .filter(({ status }) => status !== "cancelled" && status !== "expired")
        .slice(-shown)
        .toReversed();
    },
    enabled: user !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? everyMs : false),
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
