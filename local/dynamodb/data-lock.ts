import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes `<path>.lock` for this process and gives the function that frees it.
 *
 * Node has no file locks of its own, so SQLite takes one. The system frees it when the process dies, however
 * it dies: there is no stale lock to clean up.
 *
 * @throws Error with a sentence for the user when another process has it.
 */
export function lockFile(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(`${path}.lock`);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes("locked")) {
      throw new Error(
        `Another local stack is using ${dirname(path)}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    throw error;
  }
  let held = true;
  return () => {
    if (held) database.close();
    held = false;
  };
}
