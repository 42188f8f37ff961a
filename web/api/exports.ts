import type { components } from "../../client/paths.d.ts";
import { answer, removed } from "./answer.ts";
import { useOwnJobs } from "./own-jobs.ts";
import { fetchAgain } from "./query.ts";
import { service } from "./service.ts";

export type Export = components["schemas"]["Export"];
export type NewExport = components["schemas"]["NewExport"];

const key = ["exports"];

/** Reads the last exports of a user, the newest first. */
export function useExports(user: number | undefined) {
  return useOwnJobs<Export>(key, user, (query, signal) =>
    answer(service.GET("/exports", { params: { query }, signal })),
  );
}

/** Begins an export. @param wish the idempotency key: the same for each attempt */
export async function beginExport(body: NewExport, wish: string): Promise<void> {
  await answer(service.POST("/exports", { body, params: { header: { "Idempotency-Key": wish } } }));
  await fetchAgain({ queryKey: key });
}

/** Stops an export, or removes its files. */
export async function removeExport(id: number): Promise<void> {
  await removed(service.DELETE("/exports/{id}", { params: { path: { id } } }));
  await fetchAgain({ queryKey: key });
}
