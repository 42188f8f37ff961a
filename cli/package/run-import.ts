import { isRunning } from "../service/wait-for-end.ts";
import { type Import, type ImportRequests, isOver, type Start } from "./imports.ts";

type Deps = {
  readonly requests: Pick<ImportRequests, "find" | "start">;
  /** Waits until the import has ended. */
  readonly wait: (job: Import) => Promise<Import>;
};

/**
 * Starts an import, and waits until it has ended. If an earlier run of the command has started the import, first waits
 * until it has ended, because that run may have been a check, or may have had other options.
 */
export async function runImport(id: number, body: Start, { requests, wait }: Deps): Promise<Import> {
  const found = await requests.find(id);
  const before = isRunning(found) ? await wait(found) : found;
  return isOver(before) ? before : wait(await requests.start(id, body));
}
