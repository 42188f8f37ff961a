import { isRunning } from "../service/wait-for-end.ts";
import { type Import, type ImportRequests, isOver, type Start } from "./imports.ts";

type Deps = {
  readonly requests: Pick<ImportRequests, "find" | "start">;
  /** Waits until it has ended. */
  readonly wait: (job: Import) => Promise<Import>;
};

/**
 * Starts an import, and waits until it has ended. What an earlier run of the command has started ends first: it may have
 * been a check, or of other options.
 */
export async function runImport(id: number, body: Start, { requests, wait }: Deps): Promise<Import> {
  const found = await requests.find(id);
  const before = isRunning(found) ? await wait(found) : found;
  return isOver(before) ? before : wait(await requests.start(id, body));
}
