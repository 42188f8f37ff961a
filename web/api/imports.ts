import type { components } from "../../client/paths.d.ts";
import { answer, removed } from "./answer.ts";
import { useOwnJobs } from "./own-jobs.ts";
import { fetchAgain } from "./query.ts";
import { service, uploadService } from "./service.ts";

export type Import = components["schemas"]["Import"];
type ImportStart = components["schemas"]["ImportStart"];

const key = ["imports"];

/** Maximum difference between this machine's clock and the service's. */
const clockErrorMs = 3_600_000;

/** Reads the last imports of a user, the newest first. */
export function useImports(user: number | undefined) {
  return useOwnJobs<Import>(
    key,
    user,
    (query, signal) => answer(service.GET("/imports", { params: { query }, signal })),
    isRemoved,
  );
}

/** Files are kept for 30 days. Removing an import that was rejected or has failed ends this time at once. */
function isRemoved({ expires }: Import): boolean {
  return expires !== null && Date.parse(expires) < Date.now() + clockErrorMs;
}

/**
 * Announces a file.
 * @param wish the idempotency key, the same for each attempt. A later attempt gets a new address for the file
 */
export async function announceImport(
  { name, size }: File,
  format: Import["format"],
  wish: string,
): Promise<components["schemas"]["BegunImport"]> {
  const body = { format, bytes: size, filename: name };
  const header = { "Idempotency-Key": wish };
  return answer(uploadService.POST("/imports", { body, params: { header } }));
}

/** Starts an import whose file has arrived. */
export async function startImport(id: number, body: ImportStart): Promise<void> {
  await answer(service.POST("/imports/{id}/start", { params: { path: { id } }, body }));
  await fetchAgain({ queryKey: key });
}

/** Stops an import, or removes its file and report. The imported records are kept. */
export async function removeImport(id: number): Promise<void> {
  await removed(service.DELETE("/imports/{id}", { params: { path: { id } } }));
  await fetchAgain({ queryKey: key });
}
